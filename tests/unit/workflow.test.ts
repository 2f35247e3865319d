import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FOLDER = '.github/workflows'
/** A tag can be moved to other code; the hash of a commit cannot. The comment names the version for readers and for update tools. */
const PINNED = /^actions\/[a-z-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/

it('the actions of the workflows are pinned by the hashes of commits, with their versions', () => {
  const text = readdirSync(FOLDER)
    .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
    .join('\n')
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = '']) => action)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((action) => !PINNED.test(action))).toEqual([])
})
