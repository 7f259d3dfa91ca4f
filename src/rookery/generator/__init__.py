"""Random tournaments, paired by the rules and reproducible from a seed."""
