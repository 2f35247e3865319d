import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The imports that a file of each folder may not, and may, have. */
const WALLS: Record<string, { kinds: string[]; forbidden: string[]; allowed: string[] }> = {
  'src/domain': {
    kinds: ['ts'],
    forbidden: ['#contract/holds.ts', '#server/config/env.ts', 'zod/mini', 'node:fs', './slot.ts'],
    allowed: ['#domain/slot.ts', 'dayjs', 'dayjs/plugin/utc.js'],
  },
  'src/contract': {
    kinds: ['ts'],
    forbidden: [
      '#stores/booking/booking.ts',
      '#server/config/env.ts',
      'zod',
      'kysely',
      '../domain/slot.ts',
    ],
    allowed: ['#contract/holds.ts', '#domain/slot.ts', 'zod/mini'],
  },
  'src/stores': {
    kinds: ['ts'],
    forbidden: [
      '#server/config/env.ts',
      '#islands/ui/Dialog.tsx',
      '#content/news.ts',
      'react',
      'zod/mini',
      '#shared/node/atomic-file.ts',
    ],
    allowed: [
      '#stores/account/session.ts',
      '#contract/holds.ts',
      '#domain/slot.ts',
      'nanostores',
      '@nanostores/persistent',
    ],
  },
  'src/islands': {
    kinds: ['tsx', 'ts'],
    forbidden: [
      '#contract/call.ts',
      '#server/config/env.ts',
      '#content/news.ts',
      '#components/seo/Head.astro',
      'node:fs',
      'kysely',
      '#shared/node/atomic-file.ts',
    ],
    allowed: [
      '#islands/ui/Dialog.tsx',
      '#stores/booking/booking.ts',
      '#domain/slot.ts',
      'react',
      '@nanostores/react',
    ],
  },
  'src/content': {
    kinds: ['ts'],
    forbidden: [
      '#server/database/database.ts',
      '#contract/holds.ts',
      '#components/seo/Head.astro',
      'pg',
      'node:fs',
    ],
    allowed: [
      '#content/client.ts',
      '#domain/event.ts',
      '#server/config/env.ts',
      '@sanity/client',
      'groq',
      'node:async_hooks',
      'node:diagnostics_channel',
    ],
  },
  'src/server/services': {
    kinds: ['ts'],
    forbidden: [
      '#pages/index.astro',
      '#islands/ui/Dialog.tsx',
      '#stores/booking/booking.ts',
      '#local/start.ts',
      '#tests/fixtures/database.ts',
      '#content/news.ts',
      '../../../local/start.ts',
    ],
    allowed: [
      '#server/config/env.ts',
      '#domain/slot.ts',
      '#contract/holds.ts',
      'kysely',
      'node:crypto',
    ],
  },
  'src/layouts': {
    kinds: ['astro'],
    forbidden: [
      '#server/config/env.ts',
      '#stores/booking/booking.ts',
      '#contract/holds.ts',
      '#pages/index.astro',
      'pg',
      '#content/news.ts',
    ],
    allowed: [
      '#layouts/Page.astro',
      '#components/seo/Head.astro',
      '#islands/ui/Dialog.tsx',
      '#domain/event.ts',
      'astro:assets',
    ],
  },
  'src/components': {
    kinds: ['astro', 'ts'],
    forbidden: [
      '#server/config/env.ts',
      '#stores/booking/booking.ts',
      '#contract/holds.ts',
      '#pages/index.astro',
      'pg',
      '#content/news.ts',
    ],
    allowed: [
      '#layouts/Page.astro',
      '#components/seo/Head.astro',
      '#islands/ui/Dialog.tsx',
      '#domain/event.ts',
      'astro',
    ],
  },
  'src/pages': {
    kinds: ['astro'],
    forbidden: [
      '#pages/login.astro',
      '#local/start.ts',
      '#tests/fixtures/database.ts',
      '#schemas/index.ts',
      '../../local/start.ts',
    ],
    allowed: [
      '#server/config/env.ts',
      '#content/news.ts',
      '#islands/ui/Dialog.tsx',
      '#layouts/Page.astro',
      '#pages/_shared.ts',
    ],
  },
  'src/pages/preview': {
    kinds: ['astro', 'ts'],
    forbidden: ['#local/start.ts', '#tests/fixtures/database.ts', '#schemas/index.ts', '../x.ts'],
    allowed: ['#pages/index.astro', '#content/news.ts', '#layouts/Page.astro'],
  },
  'schemas/documents': {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      '#server/config/env.ts',
      '#content/news.ts',
      'react',
      '../../src/server/config/env.ts',
      '../../studio/structure.ts',
    ],
    allowed: [
      'sanity',
      '../objects/link.ts',
      './page.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  'studio/components': {
    kinds: ['ts', 'tsx'],
    forbidden: [
      '#domain/event.ts',
      '#server/config/env.ts',
      '../../src/server/config/env.ts',
      '../../local/start.ts',
    ],
    allowed: [
      'sanity',
      'react',
      '../../schemas/index.ts',
      '../structure.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  'local/lake': {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      '#shared/stand-in-lake.ts',
      '#server/config/env.ts',
      '#contract/holds.ts',
      '../../src/server/config/env.ts',
      '../../tests/fixtures/database.ts',
    ],
    allowed: [
      'node:fs',
      'groq-js',
      '../runtime/ports.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  shared: {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      'zod/mini',
      'node:fs',
      '../src/domain/event.ts',
      './node/atomic-file.ts',
    ],
    allowed: ['./stand-in-lake.ts'],
  },
  'shared/node': {
    kinds: ['ts'],
    forbidden: ['#domain/event.ts', 'zod/mini', '../../src/domain/event.ts'],
    allowed: ['node:fs', '../stand-in-lake.ts', './atomic-file.ts'],
  },
  src: {
    kinds: ['ts'],
    forbidden: [
      '#local/start.ts',
      '#tests/x.ts',
      '#schemas/index.ts',
      '../studio/structure.ts',
      '#pages/x.ts',
    ],
    allowed: ['node:fs'],
  },
  'tests/unit': { kinds: ['ts'], forbidden: ['#pages/index.astro'], allowed: ['#local/start.ts'] },
  scripts: { kinds: ['ts'], forbidden: ['../src/pages/x.ts'], allowed: ['#server/config/env.ts'] },
}

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
    add('src/islands', kind, `export const start = () => ${call}\n`, true, call)
  }
  add(
    'src/components',
    'astro',
    astro("import type { News } from '#content/news.ts'\n\nexport type Props = { news: News }\n"),
    false,
    'import type of #content',
  )
  add(
    'src/components',
    'astro',
    `<p>text</p>\n<script>\n  ${importing('ts', '#server/config/env.ts')}</script>\n`,
    true,
    'import #server in a <script>',
  )
  return found
}

/** Lints the seeds in a temporary folder with the repository's rules. Returns the refused files. */
function lint(folder: string, files: Seed[]): Promise<Set<string>> {
  copyFileSync('biome.jsonc', join(folder, 'biome.jsonc'))
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
