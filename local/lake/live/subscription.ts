import { randomBytes } from 'node:crypto'
import { parse } from 'groq-js'
import type { Caller } from '../caller.ts'
import { isPublicId, type LakeDocument } from '../document.ts'
import { queryError } from '../errors.ts'
import { parseJson } from '../http.ts'
import type { Lake } from '../lake.ts'
import { effectsOf } from '../mendoza.ts'
import { runQuery } from '../query.ts'
import type { Committal } from '../store.ts'
import type { Change } from '../transaction.ts'

const KEEP_ALIVE_MS = 15_000

/**
 * The server-sent events of `data/listen`: a welcome, then one event per changed document that the query matches before
 * or after the change. Returns the function that ends the subscription. Throws for an invalid query.
 */
export function subscribe(
  lake: Lake,
  caller: Caller | undefined,
  options: URLSearchParams,
  write: (text: string) => void,
): () => void {
  const matches = matcherFor(lake, options)
  write(`:\n\n${event('welcome', { listenerName: randomBytes(9).toString('base64url') })}`)
  const stop = lake.store.subscribe((committal) => {
    for (const [index, change] of committal.changes.entries()) {
      if (!(caller || isPublicId(change.id))) continue
      const found = { before: matches(change.before), after: matches(change.after) }
      if (!found.before && !found.after) continue
      const data = mutationEvent(committal, change, index, found, options)
      write(`id: ${data.eventId}\n${event('mutation', data)}`)
    }
  })
  const keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
  return () => {
    stop()
    clearInterval(keepAlive)
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Parses the query now, so that an invalid one throws before the stream begins. */
function matcherFor(lake: Lake, options: URLSearchParams) {
  const query = options.get('query') ?? '*'
  const params = Object.fromEntries(
    [...options]
      .filter(([name]) => name.startsWith('$'))
      .map(([name, value]) => [name.slice(1), parseJson(value, `The parameter ${name}`)]),
  )
  try {
    parse(query, { params })
  } catch (error) {
    throw queryError(error instanceof Error ? error.message : String(error), query)
  }
  return (document: LakeDocument | null): boolean => {
    if (!document) return false
    if (query === '*') return true
    const view = { documents: [document], byId: new Map([[document._id, document]]) }
    const { projectId, dataset, now } = lake
    const found = runQuery(view, query, params, { identity: '', projectId, dataset, now: now() })
    return Array.isArray(found) ? found.length > 0 : found !== null
  }
}

function mutationEvent(
  { id, author, timestamp, changes }: Committal,
  { id: documentId, before, after, mutations }: Change,
  index: number,
  found: { before: boolean; after: boolean },
  options: URLSearchParams,
) {
  const wants = (option: string, otherwise: boolean) =>
    options.has(option) ? options.get(option) === 'true' : otherwise
  return {
    type: 'mutation',
    eventId: `${id}#${documentId}`,
    documentId,
    transactionId: id,
    transactionTotalEvents: changes.length,
    transactionCurrentEvent: index + 1,
    transition: transitionOf(found),
    identity: author,
    timestamp,
    visibility: 'query',
    ...(before?._rev !== undefined && { previousRev: before._rev }),
    resultRev: id,
    ...(wants('includeMutations', true) && { mutations }),
    ...(wants('includeResult', true) && after && { result: after }),
    ...(wants('includePreviousRevision', false) && before && { previous: before }),
    ...(options.get('effectFormat') === 'mendoza' && { effects: effectsOf(before, after) }),
  }
}

function transitionOf(found: { before: boolean; after: boolean }): string {
  if (!found.before) return 'appear'
  return found.after ? 'update' : 'disappear'
}
