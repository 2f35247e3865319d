import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** What puts features together, or what every feature uses. */
const BESIDE_FEATURES = new Set(['app', 'core', 'pages'])
/** Files of `core` that import a feature: types of the tables' columns, and words that the API's messages repeat. */
const CORE_EXCEPTIONS = [
  'src/core/server/config/env-values.ts',
  'src/core/server/database/payment-tables.ts',
  'src/core/server/database/reminder-tables.ts',
  'src/core/server/database/tables.ts',
  'src/core/texts/fields.ts',
]

type Import = { readonly file: string; readonly from: string; readonly to: string }

/** The imports of one folder of `src` by another. */
const imports: readonly Import[] = globSync('src/*/**/*.{ts,tsx,astro}').flatMap((file) => {
  const from = file.split('/')[1] ?? ''
  const found = readFileSync(file, 'utf8').matchAll(/(?:from |import |import\()'#(\w+)\//g)
  return [...found]
    .map(([, to = '']) => ({ file, from, to }))
    .filter(({ to }) => to !== from && to !== 'shared')
})

/** The arrows of the picture of features in docs/architecture.md: `from --> to`. */
function drawn(): string[] {
  const text = readFileSync('docs/architecture.md', 'utf8')
  const [, section = ''] = text.split('## Features and layers')
  const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(section) ?? []
  return [...picture.matchAll(/^\s+(\w+) --> (.+)$/gm)].flatMap(([, from, to = '']) =>
    to.split(' & ').map((one) => `${from} --> ${one}`),
  )
}

it('features import each other as docs/architecture.md draws it', () => {
  const pairs = imports
    .filter(({ from, to }) => !BESIDE_FEATURES.has(from) && to !== 'core')
    .map(({ from, to }) => `${from} --> ${to}`)
  expect([...new Set(pairs)].sort()).toEqual(drawn().sort())
})

it('core imports no feature, with few exceptions', () => {
  const files = imports.filter(({ from }) => from === 'core').map(({ file }) => file)
  expect([...new Set(files)].sort()).toEqual(CORE_EXCEPTIONS)
})
