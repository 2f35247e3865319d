import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const pages = globSync('src/pages/**/*.astro')
  .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
  .filter(({ source }) => source.includes('client:'))

/** The file of the component that a page mounts, and the component's name. */
function mountedBy(source: string): { name: string; file: string } {
  const name = /<(\w+)\s[^>]*client:/.exec(source)?.[1] ?? ''
  const file = new RegExp(`import \\{ ${name} \\} from '#(\\w+/island/.*)'`).exec(source)?.[1] ?? ''
  return { name, file: `src/${file}` }
}

describe('pages with an island', () => {
  it('SITE-12 are found', () => {
    expect(pages.length).toBeGreaterThanOrEqual(8)
  })

  it.each(pages)(
    'SITE-12 $path has the messages for a failed script, and its island an error boundary',
    ({ source }) => {
      expect(source.match(/client:/g)).toHaveLength(1)
      expect(source).toMatch(
        /<IslandPage [^>]*>[\s\S]*<\w+\s[^>]*client:(?:load|idle)[\s\S]*<\/IslandPage>/,
      )
      const { name, file } = mountedBy(source)
      expect(readFileSync(file, 'utf8')).toContain(`export const ${name} = island(`)
    },
  )
})
