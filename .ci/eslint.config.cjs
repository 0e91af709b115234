// The rules for the JavaScript of the package: they find mistakes; its form is in the hands of its authors.
const { browser } = require("globals");

module.exports = [
  {
    files: ["**/*.js"],
    languageOptions: { globals: browser, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      "default-case-last": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-constant-condition": "error",
      "no-dupe-keys": "error",
      "no-fallthrough": "error",
      "no-implicit-globals": "error",
      "no-redeclare": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-undef": "error",
      "no-unreachable": "error",
      "no-unused-expressions": "error",
      "no-unused-vars": "error",
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      "no-useless-return": "error",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
