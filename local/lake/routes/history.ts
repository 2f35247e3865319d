import type { LakeDocument } from '../document.ts'
import { httpError } from '../errors.ts'
import {
  json,
  type LakeContext,
  ndjson,
  newRoutes,
  queryOf,
  requireCaller,
  requireDataset,
} from '../http.ts'
import type { LogEntry } from '../log.ts'
import { effectsOf } from '../mendoza.ts'

/** Earlier revisions of documents and their authors. */
export const historyRoutes = newRoutes()
  .get('/data/history/:dataset/transactions', latestTransactions)
  .get('/data/history/:dataset/transactions/:ids', transactions)
  .get('/data/history/:dataset/documents/:ids', documents)

const MAX_TRANSACTIONS = 1_000

/** The latest transactions of the whole dataset, without their content. The Studio finds deleted documents in them. */
function latestTransactions(c: LakeContext): Response {
  requireCaller(c)
  requireDataset(c)
  const query = queryOf(c)
  if (query.get('reverse') !== 'true' || query.get('excludeContent') !== 'true')
    throw httpError(400, 'Without document ids, "reverse" and "excludeContent" must be true')
  const latest = c.var.lake.store.latest(limitOf(query), query.get('toTransaction') ?? undefined)
  return ndjson(
    latest.map(({ id, timestamp, author, changes }) => {
      return { id, timestamp, author, documentIDs: changes.map((change) => change.id) }
    }),
  )
}

function limitOf(query: URLSearchParams): number {
  return Math.min(Number(query.get('limit')) || 100, MAX_TRANSACTIONS)
}

function transactions(c: LakeContext): Response {
  requireCaller(c)
  requireDataset(c)
  const query = queryOf(c)
  const { lake } = c.var
  const ids = idsOf(c)
  const all = withEffects(lake.store.history(ids), ids)
  const wanted = between(all, query.get('fromTransaction'), query.get('toTransaction'))
  if (query.get('reverse') === 'true') wanted.reverse()
  const isFull = query.get('excludeContent') !== 'true'
  const hasEffects = query.get('effectFormat') === 'mendoza'
  return ndjson(
    wanted.slice(0, limitOf(query)).map(({ mutations, effects, ...transaction }) => ({
      ...transaction,
      ...(isFull && { mutations }),
      ...(hasEffects && { effects }),
    })),
  )
}

/** Adds each transaction's effects on the requested documents; `entries` must start with the first transaction. */
function withEffects(entries: LogEntry[], ids: readonly string[]) {
  const current = new Map<string, LakeDocument | null>()
  return entries.map(({ id, timestamp, author, mutations, changes }) => {
    const own = changes.filter((change) => ids.includes(change.id))
    const effects = own.map((change) => {
      const before = current.get(change.id) ?? null
      current.set(change.id, change.after)
      return [change.id, effectsOf(before, change.after)] as const
    })
    const documentIDs = own.map((change) => change.id)
    return { id, timestamp, author, documentIDs, mutations, effects: Object.fromEntries(effects) }
  })
}

function between<Entry extends { id: string }>(
  entries: Entry[],
  from: string | null,
  to: string | null,
): Entry[] {
  const start = entries.findIndex((entry) => entry.id === from)
  const end = entries.findIndex((entry) => entry.id === to)
  return entries.slice(Math.max(start, 0), end < 0 ? undefined : end + 1)
}

/** Documents at a revision or a time, or their last revision. */
function documents(c: LakeContext): Response {
  requireCaller(c)
  requireDataset(c)
  const query = queryOf(c)
  const { lake } = c.var
  const ids = idsOf(c)
  // Reads the disk once for all ids.
  const entries = lake.store.history(ids)
  const found = ids.flatMap((id) => stateAt(entries, id, query) ?? [])
  return json({ documents: found })
}

function stateAt(entries: LogEntry[], id: string, query: URLSearchParams): LakeDocument | null {
  const states = entries.flatMap(({ id: revision, timestamp, changes }) => {
    const change = changes.find((one) => one.id === id)
    return change ? [{ revision, timestamp, after: change.after }] : []
  })
  const revision = query.get('revision')
  if (revision) return states.find((state) => state.revision === revision)?.after ?? null
  if (query.get('lastRevision') === 'true')
    return states.findLast((state) => state.after !== null)?.after ?? null
  const time = query.get('time')
  const moment = time === null ? Number.POSITIVE_INFINITY : Date.parse(time)
  return states.findLast((state) => Date.parse(state.timestamp) <= moment)?.after ?? null
}

function idsOf(c: LakeContext): string[] {
  return (c.req.param('ids') ?? '').split(',').filter((id) => id !== '')
}
