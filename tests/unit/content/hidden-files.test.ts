import { expect, it, vi } from 'vitest'
import { listFiles } from '#content/read/files.ts'
import { withoutHidden } from '#content/read/hidden.ts'
import { viewOf } from '#local/lake/perspective.ts'
import { runQuery } from '#local/lake/query.ts'

const asset = (name: string) => ({
  _id: name,
  _type: 'sanity.fileAsset',
  url: `https://cdn.sanity.io/files/${name}.pdf`,
  originalFilename: `${name}.pdf`,
  size: 7,
  sha1hash: '0123456789abcdef',
})
const entry = (_id: string, ...files: string[]) => ({
  _id,
  _type: 'newsArticle',
  files: files.map((_ref) => ({ _ref })),
})

const CONTEXT = {
  identity: 'test',
  projectId: 'test',
  dataset: 'test',
  now: new Date('2026-11-22T12:00:00Z'),
}

vi.mock('#content/read/client.ts', () => ({
  readOnce: (read: unknown) => read,
  fetchContent: async (query: string) => {
    const documents = [
      ...['secret', 'both', 'open', 'unused'].map(asset),
      entry('hidden', 'secret', 'both'),
      entry('shown', 'both', 'open'),
    ]
    const result = runQuery(viewOf(documents as never, 'raw'), query, {}, CONTEXT)
    return withoutHidden(result, new Set(['hidden']))
  },
}))

it('CMS-08 a file that only hidden documents use is in no build', async () => {
  const names = (await listFiles()).map(({ href }) => href.split('/').at(-1))
  expect(names).toEqual(['both.pdf', 'open.pdf'])
})
