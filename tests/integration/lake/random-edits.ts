import { createHash } from 'node:crypto'
import type { SanityClient } from '@sanity/client'

/** The documents of one editor and the number in each. */
export type Desk = Readonly<Record<string, number>>

/** One request of the editor, and the expected documents after it. */
export type Edit = { perform: (client: SanityClient) => Promise<unknown>; after: Desk }

type Making = { desk: Desk; editor: string; n: number }

const DOCUMENTS = 4
const prefix = 'sanity.action.document.'
const without = (desk: Desk, ...ids: string[]): Desk =>
  Object.fromEntries(Object.entries(desk).filter(([id]) => !ids.includes(id)))

/** Random numbers below `limit`, reproducible by seed. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** The possible next edits; `n` is the number to write. */
export function randomEdit(making: Making, random: (limit: number) => number): Edit {
  const dice = random(10)
  if (dice === 0) return upload(making)
  if (dice === 1) return writePair(making)
  const publishedId = `${making.editor}-${random(DOCUMENTS)}`
  const possible = possibleActions(making, publishedId)
  return (possible[random(possible.length)] ?? createDraft)(making, publishedId)
}

type Action = (making: Making, publishedId: string) => Edit

function possibleActions({ desk }: Making, publishedId: string): Action[] {
  const isDraft = `drafts.${publishedId}` in desk
  const isPublished = publishedId in desk
  if (!(isDraft || isPublished)) return [createDraft]
  return [
    edit,
    edit,
    remove,
    ...(isDraft ? [publish, publish] : []),
    ...(isPublished ? [unpublish] : []),
  ]
}

function createDraft({ desk, n }: Making, publishedId: string): Edit {
  const _id = `drafts.${publishedId}`
  const attributes = { _id, _type: 'note', n, padding: 'x'.repeat(2_000) }
  const actionType = `${prefix}create` as const
  return {
    perform: (client) => client.action({ actionType, publishedId, attributes, ifExists: 'fail' }),
    after: { ...desk, [_id]: n },
  }
}

function edit({ desk, n }: Making, publishedId: string): Edit {
  const draftId = `drafts.${publishedId}`
  const actionType = `${prefix}edit` as const
  const patch = { set: { n } }
  return {
    perform: (client) => client.action({ actionType, draftId, publishedId, patch }),
    after: { ...desk, [draftId]: n },
  }
}

function publish({ desk }: Making, publishedId: string): Edit {
  const draftId = `drafts.${publishedId}`
  const actionType = `${prefix}publish` as const
  return {
    perform: (client) => client.action({ actionType, draftId, publishedId }),
    after: { ...without(desk, draftId), [publishedId]: desk[draftId] ?? -1 },
  }
}

function unpublish({ desk }: Making, publishedId: string): Edit {
  const draftId = `drafts.${publishedId}`
  const actionType = `${prefix}unpublish` as const
  return {
    perform: (client) => client.action({ actionType, draftId, publishedId }),
    after: { [draftId]: desk[publishedId] ?? -1, ...without(desk, publishedId) },
  }
}

function remove({ desk }: Making, publishedId: string): Edit {
  const draftId = `drafts.${publishedId}`
  const actionType = `${prefix}delete` as const
  return {
    perform: (client) => client.action({ actionType, publishedId, includeDrafts: [draftId] }),
    after: without(desk, draftId, publishedId),
  }
}

function writePair({ desk, editor, n }: Making): Edit {
  const ids = [`${editor}-left`, `${editor}-right`]
  const mutations = ids.map((_id) => ({ createOrReplace: { _id, _type: 'half', n } }))
  return {
    perform: (client) => client.transaction(mutations).commit(),
    after: { ...desk, ...Object.fromEntries(ids.map((id) => [id, n])) },
  }
}

function upload({ desk, editor, n }: Making): Edit {
  const filename = `${editor}-${n}.txt`
  const id = `file-${createHash('sha1').update(filename).digest('hex')}-txt`
  return {
    perform: (client) => client.assets.upload('file', Buffer.from(filename), { filename }),
    after: { ...desk, [id]: n },
  }
}
