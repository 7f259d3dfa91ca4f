"""Records of the format, one module per subject."""
