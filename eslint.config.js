// Lint rules: the recommended type-checked ones, the two classic rules of React hooks, and the
// walls of the house (which package may import what).
import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import reactHooks from 'eslint-plugin-react-hooks'
import globals from 'globals'
import tseslint from 'typescript-eslint'

const outside = {
  regex: '(^|/)(stories|tests|\\.storybook)(/|$)',
  message: 'A package does not know stories or tests.',
}
const acrossPackages = {
  regex: '^(\\.\\./)+(packages/)?(core|three|react|embed)/(src|dist)(/|$)',
  message: 'Import another package by its name.',
}

/**
 * The wall around a part of the sources. Files of its own are free; of the rest only what is listed.
 * @param {string} name
 * @param {string[]} files
 * @param {string[]} allowed regular expressions, each for a whole module name
 */
function wall(name, files, allowed) {
  const list = allowed.length > 0 ? allowed.join(', ').replace(/\(.*?\)\??/g, '') : 'nothing'
  return {
    name: `billow/walls/${name}`,
    files,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(?!\\.)(?!(${allowed.join('|') || 'nothing'})$)`,
              message: `@billow/${name} imports ${list} from outside.`,
            },
            outside,
            acrossPackages,
          ],
        },
      ],
    },
  }
}

const core = '@billow/core(/locales/\\w+|/worker)?'
const three = 'three(/.+)?'
const billowThree = '@billow/three(/locales/\\w+|/materials|/overlays|/hands)?'
const react = 'react(/jsx-runtime)?'

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'storybook-static/**',
      'coverage/**',
      '.cache/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,

  // Sources, stories, tests and configuration in TypeScript.
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { 'react-hooks': reactHooks },
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      // TypeScript knows the names that exist.
      'no-undef': 'off',
      '@typescript-eslint/no-explicit-any': 'error',
      // Typed arrays: an index inside the loop's bounds is there, and `!` says so.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // The recommended set also holds the React compiler's rules, which forbid the mutation in
      // useFrame that React Three Fiber is built on.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },

  // What ships.
  {
    files: ['packages/*/src/**'],
    rules: {
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
        {
          selector: 'ImportExpression:not([source.value=/^\\./])',
          message: 'Import at the top: the walls do not see a dynamic import.',
        },
      ],
    },
  },
  wall('core', ['packages/core/src/**'], []),
  wall('three', ['packages/three/src/**'], [core, three]),
  wall('react', ['packages/react/src/**'], [core, billowThree, react, '@react-three/fiber', three]),
  // Leva is an optional peer: only this subpath may need it.
  wall(
    'react/leva',
    ['packages/react/src/leva/**'],
    [core, billowThree, react, '@react-three/fiber', three, 'leva'],
  ),
  // The charts of instruments, too.
  wall(
    'react/instruments',
    ['packages/react/src/instruments/**'],
    [core, billowThree, react, '@react-three/fiber', three, 'uplot'],
  ),
  // CodeMirror, too: optional peers of this subpath alone.
  wall(
    'react/shader-editor',
    ['packages/react/src/shader-editor/**'],
    [
      core,
      billowThree,
      react,
      '@react-three/fiber',
      three,
      '@codemirror/\\w+',
      '@codemirror/legacy-modes/mode/clike',
      '@lezer/highlight',
    ],
  ),
  wall('embed', ['packages/embed/src/**'], [core, billowThree, three]),

  // Scripts in plain JavaScript run in Node.
  { files: ['**/*.{js,mjs}'], languageOptions: { globals: globals.node } },

  prettier,
)
