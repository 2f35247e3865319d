import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const MANIFESTS = ['package.json', 'local/package.json', 'studio/package.json']
const uses = (name: string) => `import { thing } from '${name}'\n\nthing()\n`

/** Files with one import each, and whether the lint rules of this repository refuse it. */
const FILES: Record<string, { text: string; refused: boolean }> = {
  'src/of-workspace.ts': { text: uses('@sanity/import'), refused: true },
  'src/of-development.ts': { text: uses('vitest'), refused: true },
  'src/undeclared.ts': { text: uses('left-pad'), refused: true },
  'src/declared.ts': { text: uses('@portabletext/react'), refused: false },
  'src/of-node.ts': { text: uses('node:fs'), refused: false },
  'src/alias.ts': { text: uses('#core/rules/time.ts'), refused: false },
  'src/virtual.ts': { text: uses('astro:assets'), refused: false },
  'server.ts': { text: uses('fast-check'), refused: true },
  'tests/of-development.ts': { text: uses('vitest'), refused: false },
  'local/of-root.ts': { text: uses('astro'), refused: true },
  'local/declared.ts': { text: uses('ws'), refused: false },
  'studio/of-root.ts': { text: uses('astro'), refused: true },
  'studio/declared.ts': { text: uses('@sanity/ui'), refused: false },
  'src/cycle-a.ts': {
    text: "import type { B } from './cycle-b.ts'\n\nexport type A = { b?: B }\n",
    refused: true,
  },
  'src/cycle-b.ts': {
    text: "import type { A } from './cycle-a.ts'\n\nexport type B = { a?: A }\n",
    refused: true,
  },
}

let folder: string
let refused: Set<string>

/** Lints the files with the repository's configuration; answers the paths that were refused. */
async function lint(): Promise<Set<string>> {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const only = ['correctness/noUndeclaredDependencies', 'suspicious/noImportCycles']
  const args = [biome, 'lint', ...only.map((rule) => `--only=${rule}`), '--reporter=json', '.']
  const run = promisify(execFile)(process.execPath, args, { cwd: folder })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  return new Set(diagnostics.map(({ location }) => location.path))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'halyard-imports-'))
  for (const [file, { text }] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const file of ['biome.jsonc', '.gitignore', ...MANIFESTS])
    copyFileSync(file, join(folder, file))
  refused = await lint()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const filesWith = (expected: boolean) =>
  Object.entries(FILES).flatMap(([file, { refused: is }]) => (is === expected ? [file] : []))

it.each(filesWith(true))('refuses the undeclared or circular import in %s', (file) => {
  expect(refused.has(file)).toBe(true)
})

it.each(filesWith(false))('accepts the import in %s', (file) => {
  expect(refused.has(file)).toBe(false)
})
