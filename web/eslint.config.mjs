// What the page's TypeScript must not do: typescript-eslint's strict rules, with types.
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';

export default tseslint.config(...tseslint.configs.strictTypeChecked, {
  files: ['src/**/*.ts', 'src/**/*.tsx'],
  languageOptions: {
    parserOptions: {
      project: './tsconfig.json',
      tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)),
    },
  },
  rules: {
    // Numbers in texts are wanted.
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    // `onClick={() => go()}` is the shortest way to say it.
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    // Handlers of events may be async: what they throw is shown by the page.
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  },
});
