import { randomBytes } from 'node:crypto'
import type { Caller } from '../accounts.ts'
import { isPublicId, type LakeDocument } from '../document.ts'
import { parseJson } from '../http.ts'
import type { Lake } from '../lake.ts'
import { LISTENER_BACKLOG } from '../limits.ts'
import { effectsOf } from '../mendoza.ts'
import type { Committal } from '../store.ts'
import type { Change } from '../transaction.ts'

const KEEP_ALIVE_MS = 15_000

/** `end` is called when the lake ends the subscription: its query failed, or it receives too slowly. */
type Receiver = { write: (text: string) => void; end: () => void }

/**
 * The server-sent events of `data/listen`: a welcome, then one event per changed document that the query matches before
 * or after the change, in order. Returns the function that ends the subscription. Throws for an invalid query.
 */
export async function subscribe(
  lake: Lake,
  caller: Caller | undefined,
  options: URLSearchParams,
  { write, end }: Receiver,
): Promise<() => void> {
  const release = lake.queries.of(caller).openListener()
  const matches = await matcherFor(lake, caller, options).catch((error: unknown) => {
    release()
    throw error
  })
  write(`:\n\n${event('welcome', { listenerName: randomBytes(9).toString('base64url') })}`)
  const deliver = async (committal: Committal) => {
    const changes = [...committal.changes.entries()].filter(
      ([, { id }]) => caller || isPublicId(id),
    )
    const found = await matches(changes.flatMap(([, { before, after }]) => [before, after]))
    for (const [at, [index, change]] of changes.entries()) {
      const selected = { before: found[2 * at] ?? false, after: found[2 * at + 1] ?? false }
      if (!selected.before && !selected.after) continue
      const data = mutationEvent(committal, change, index, selected, options)
      write(`id: ${data.eventId}\n${event('mutation', data)}`)
    }
  }
  const keepAlive = setInterval(() => write(':\n\n'), KEEP_ALIVE_MS)
  const unsubscribe = lake.store.subscribe(inOrder(deliver, giveUp))
  function stop() {
    unsubscribe()
    clearInterval(keepAlive)
    release()
  }
  function giveUp() {
    stop()
    end()
  }
  return stop
}

/** Delivers one committal after the other. Gives up when a delivery fails, or too many wait. */
function inOrder(deliver: (committal: Committal) => Promise<void>, giveUp: () => void) {
  let last = Promise.resolve()
  let waiting = 0
  return (committal: Committal) => {
    waiting += 1
    if (waiting > LISTENER_BACKLOG) return giveUp()
    last = last.then(() => deliver(committal))
    last.then(() => {
      waiting -= 1
    }, giveUp)
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

type Matches = (documents: (LakeDocument | null)[]) => Promise<boolean[]>

/** Parses the query now, so that an invalid one throws before the stream begins. */
async function matcherFor(
  lake: Lake,
  caller: Caller | undefined,
  options: URLSearchParams,
): Promise<Matches> {
  const query = options.get('query') ?? '*'
  const params = Object.fromEntries(
    [...options]
      .filter(([name]) => name.startsWith('$'))
      .map(([name, value]) => [name.slice(1), parseJson(value, `The parameter ${name}`)]),
  )
  if (query === '*') return async (documents) => documents.map((document) => document !== null)
  const { projectId, dataset, now } = lake
  const matches: Matches = (documents) => {
    const context = { identity: '', projectId, dataset, now: now() }
    return lake.queries.of(caller).match({ query, params, context }, documents)
  }
  await matches([])
  return matches
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
