// The rules for the JavaScript of the package: those that find mistakes. Its form is set by hand.
const { configs } = require("@eslint/js");
const { browser } = require("globals");

module.exports = [
  configs.recommended,
  {
    languageOptions: { globals: browser },
    rules: {
      "array-callback-return": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-shadow": "error",
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
