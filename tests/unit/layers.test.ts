import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WALLS } from '#tests/unit/layer-walls.ts'

const NETWORK = ['fetch("/api/holds")', 'new XMLHttpRequest()', 'new EventSource("/api")']

const astro = (script: string) => `---\n${script}---\n<p>text</p>\n`
const importing = (kind: string, path: string, name = 'thing') => {
  const script = `import { ${name} } from '${path}'\n\n${name}()\n`
  return kind === 'astro' ? astro(script) : script
}

type Seed = { file: string; text: string; refused: boolean; title: string }

function seeds(): Seed[] {
  const found: Seed[] = []
  const add = (folder: string, kind: string, text: string, refused: boolean, title: string) => {
    found.push({ file: `${folder}/seed-${found.length}.${kind}`, text, refused, title })
  }
  for (const [folder, { kinds, forbidden, allowed }] of Object.entries(WALLS)) {
    for (const kind of kinds) {
      for (const path of forbidden) add(folder, kind, importing(kind, path), true, `import ${path}`)
      for (const path of allowed) add(folder, kind, importing(kind, path), false, `import ${path}`)
    }
  }
  for (const [kind, call] of NETWORK.flatMap(
    (c) =>
      [
        ['ts', c],
        ['tsx', c],
      ] as const,
  )) {
    add('src/booking/island', kind, `export const start = () => ${call}\n`, true, call)
  }
  add(
    'src/events/components',
    'astro',
    astro(
      "import type { News } from '#content/read/news.ts'\n\nexport type Props = { news: News }\n",
    ),
    false,
    'import type of #content',
  )
  add(
    'src/events/components',
    'astro',
    `<p>text</p>\n<script>\n  ${importing('ts', '#core/server/config/env.ts')}</script>\n`,
    true,
    'import #server in a <script>',
  )
  return found
}

/** Lints the seeds in a temporary folder with the repository's rules. Returns the refused files. */
function lint(folder: string, files: Seed[]): Promise<Set<string>> {
  for (const file of ['biome.jsonc', '.gitignore']) copyFileSync(file, join(folder, file))
  for (const { file, text } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const only = ['noRestrictedImports', 'noRestrictedGlobals'].map((rule) => `--only=style/${rule}`)
  const args = [biome, 'lint', ...only, '--reporter=json', '--max-diagnostics=none', '.']
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => {
        try {
          const { diagnostics } = JSON.parse(stdout) as {
            diagnostics: { location: { path: string } }[]
          }
          resolve(new Set(diagnostics.map(({ location }) => location.path.replace(/^\.\//, ''))))
        } catch {
          reject(new Error(`Biome did not answer: ${stderr}`))
        }
      },
    )
  })
}

describe('walls between layers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-layers-'))
  const all = seeds()
  let refused: Set<string>

  beforeAll(async () => {
    refused = await lint(folder, all)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(all)('$file: $title, refused: $refused', ({ file, refused: expected }) => {
    expect(refused.has(file)).toBe(expected)
  })
})
