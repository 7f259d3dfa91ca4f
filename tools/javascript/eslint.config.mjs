import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "max-len": ["error", { code: 120 }],
      "max-params": ["error", 4],
      "no-nested-ternary": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": ["error", { varsIgnorePattern: "^_" }],
      "no-var": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
    },
  },
];
