import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const documents = execFileSync('git', ['ls-files', '--', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))

/** Folders whose paths documents name from the root. */
const ROOTED =
  /`((?:\.ci|bench|content|deploy|docs|integrations|local|map|public|schemas|scripts|shared|src|studio|supabase|tests)\/[\w./[\]-]+)`/g
const LINK = /\]\(([^)\s#]+)(?:#[^)]*)?\)/g

const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found)

describe('documents', () => {
  it.each(documents)('%s links and names only files that exist', (document) => {
    const text = readFileSync(document, 'utf8')
    const links = matches(text, LINK)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => join(dirname(document), target))
    const isGenerated = (path: string) => /(^|\/)dist(\/|$)/.test(path)
    const missing = [...links, ...matches(text, ROOTED)].filter(
      (path) => !existsSync(path) && !isGenerated(path),
    )
    expect(missing).toEqual([])
  })
})
