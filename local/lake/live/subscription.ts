import { randomBytes } from 'node:crypto'
import type { Caller } from '../accounts.ts'
import { isPublicId, type LakeDocument } from '../document.ts'
import { paramsOf } from '../http.ts'
import type { Lake } from '../lake.ts'
import { effectsOf } from '../mendoza.ts'
import { viewOf } from '../perspective.ts'
import { runQuery } from '../query.ts'
import type { Committal } from '../store.ts'
import type { Change } from '../transaction.ts'

const KEEP_ALIVE_MS = 15_000

/**
 * The server-sent events of `data/listen`: a welcome, then one event per changed document that the query matches before
 * or after the change, in order. Returns the function that ends the subscription. Throws for an invalid query.
 */
export function subscribe(
  lake: Lake,
  caller: Caller | undefined,
  options: URLSearchParams,
  write: (text: string) => void,
): () => void {
  const matches = matcherFor(lake, options)
  write(`:\n\n${event('welcome', { listenerName: randomBytes(9).toString('base64url') })}`)
  const unsubscribe = lake.store.subscribe((committal) => {
    for (const [index, change] of committal.changes.entries()) {
      if (!(caller || isPublicId(change.id))) continue
      const found = { before: matches(change.before), after: matches(change.after) }
      if (!(found.before || found.after)) continue
      const data = mutationEvent(committal, change, index, found, options)
      write(`id: ${data.eventId}\n${event('mutation', data)}`)
    }
  })
  const keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
  return () => {
    unsubscribe()
    clearInterval(keepAlive)
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Evaluates the query now, so that an invalid one throws before the stream begins. */
function matcherFor(
  { projectId, dataset, now }: Lake,
  options: URLSearchParams,
): (document: LakeDocument | null) => boolean {
  const query = options.get('query') ?? '*'
  const params = paramsOf(options)
  const select = (documents: LakeDocument[]) =>
    runQuery(viewOf(documents, 'raw'), query, params, {
      identity: '',
      projectId,
      dataset,
      now: now(),
    })
  select([])
  return (document) => {
    const found = document && select([document])
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
    // Clients omit options that are false.
    ...(wants('includeResult', false) && after && { result: after }),
    ...(wants('includePreviousRevision', false) && before && { previous: before }),
    ...(options.get('effectFormat') === 'mendoza' && { effects: effectsOf(before, after) }),
  }
}

function transitionOf(found: { before: boolean; after: boolean }): string {
  if (!found.before) return 'appear'
  return found.after ? 'update' : 'disappear'
}
