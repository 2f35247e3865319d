import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'

const ISLAND_STYLE = /<style>astro-island,[^<]*<\/style>/

/** Astro writes the style of islands beside the first one, where HTML allows no `style` element. */
export function styleInHead(html: string): string {
  const [style] = ISLAND_STYLE.exec(html) ?? []
  return style === undefined
    ? html
    : html.replace(style, '').replace('</head>', () => `${style}</head>`)
}

/** Moves the style of islands into the head of each built page. Its hash in the content security policy stays the same. */
export const islandStyle = (): AstroIntegration => ({
  name: 'island-style',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir)
      const files = await readdir(folder, { recursive: true })
      for (const file of files.filter((name) => name.endsWith('.html'))) {
        const html = await readFile(join(folder, file), 'utf8')
        const moved = styleInHead(html)
        if (moved !== html) await writeFile(join(folder, file), moved)
      }
    },
  },
})
