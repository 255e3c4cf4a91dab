import redos from 'eslint-plugin-redos';
import tseslint from 'typescript-eslint';

const syntax = [
  { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines it.' },
  {
    selector:
      ":matches(NewExpression[callee.name='Problem'], CallExpression[callee.name=/^(invalid|missing)$/]) CallExpression[callee.name='t']",
    message: 'Use msg(…): a Problem is translated where it is shown, and logged in English.',
  },
  { selector: 'ExportDefaultDeclaration', message: 'No default exports, but in tools.' },
  {
    selector:
      "ImportDeclaration[source.value=/^(node:)?assert/]:not([source.value='node:assert/strict']), ImportDeclaration[source.value='node:assert/strict'] > :not(ImportDefaultSpecifier, Literal)",
    message: "One style: import assert from 'node:assert/strict', then assert.equal(…).",
  },
];

export default tseslint.config(
  { ignores: ['node_modules/', '.data/', 'build/', 'packages/*/dist/', '**/*.gen.ts'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'no-restricted-syntax': ['error', ...syntax],
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
    },
  },
  {
    // What people send is read here: docs/decisions/0013-text-that-people-send.md.
    files: ['src/**', 'browser/**'],
    ignores: ['**/*.test.ts'],
    plugins: { redos },
    rules: { 'redos/no-vulnerable': ['error', { timeout: 10_000, randomSeed: 1 }] },
  },
  // Tools are default exports, and take text apart by its code points.
  {
    files: ['src/toolkit/**'],
    rules: { 'no-restricted-syntax': 'off', '@typescript-eslint/no-misused-spread': 'off' },
  },
  { files: ['scripts/**', 'bench/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.ts', '**/*.browser.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...syntax,
        {
          selector:
            'Program > VariableDeclaration AwaitExpression:not(:function AwaitExpression), Program > ExpressionStatement AwaitExpression:not(:function AwaitExpression), Program > ForOfStatement > AwaitExpression, Program > ForOfStatement > CallExpression AwaitExpression:not(:function AwaitExpression)',
          message: 'Wait in a test: node:test loses the file of tests that are declared after a pause.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'test/**'],
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Stand-ins keep the promises of what they stand in for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // Their types are generated: `npm run packages` checks them.
    files: ['packages/**'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/consistent-type-definitions': 'off', 'no-console': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
