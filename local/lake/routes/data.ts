import { isRecord } from '../../../src/core/rules/record.ts'
import { isPublicId, splitId } from '../document.ts'
import { httpError, queryError } from '../errors.ts'
import {
  json,
  type LakeContext,
  ndjson,
  newRoutes,
  paramsOf,
  queryOf,
  readJson,
  requireCaller,
  requireDataset,
} from '../http.ts'
import { subscribe } from '../live/subscription.ts'
import { parsePerspective } from '../perspective.ts'
import { runQuery } from '../query.ts'
import { allReferences } from '../references.ts'

/** Reads: queries, documents by id, changes, and the whole dataset for `@sanity/export`. */
export const dataRoutes = newRoutes()
  .get('/data/query/:dataset', getQuery)
  .post('/data/query/:dataset', postQuery)
  .get('/data/doc/:dataset/:ids', getDocuments)
  .get('/data/export/:dataset', exportDataset)
  .get('/data/references/:dataset/documents/:id/to', getReferences)
  .get('/data/listen/:dataset', listen)
  .get('/data/ping/:dataset', () => json({}))

function getQuery(c: LakeContext): Response {
  return answerQuery(c, queryOf(c).get('query'), paramsOf(queryOf(c)))
}

/** For queries that are too long for a URL. */
async function postQuery(c: LakeContext): Promise<Response> {
  const { query, params = {} } = await readJson(c)
  if (!isRecord(params)) throw httpError(400, '"params" must be an object')
  return answerQuery(c, query, params)
}

function answerQuery(c: LakeContext, query: unknown, params: Record<string, unknown>): Response {
  requireDataset(c)
  if (typeof query !== 'string' || query.trim() === '') throw queryError('The query is missing', '')
  const asked = queryOf(c).get('perspective') ?? undefined
  const perspective = parsePerspective(asked, apiVersionOf(c))
  const { lake, caller } = c.var
  const { projectId, dataset, now } = lake
  const context = { identity: caller?.id ?? '<anonymous>', projectId, dataset, now: now() }
  const started = performance.now()
  const result = runQuery(lake.views(perspective, !caller), query, params, context)
  const echo = queryOf(c).get('returnQuery') === 'false' ? {} : { query }
  return json({ ...echo, result, syncTags: [], ms: Math.round(performance.now() - started) })
}

function getDocuments(c: LakeContext): Response {
  requireDataset(c)
  const ids = [...new Set((c.req.param('ids') ?? '').split(','))]
  const wanted = queryOf(c).get('includeAllVersions') === 'true' ? versionsOf(c, ids) : ids
  const visible = wanted.filter((id) => c.var.caller || isPublicId(id))
  const documents = visible.flatMap((id) => c.var.lake.store.find(id) ?? [])
  const found = new Set(documents.map((document) => document._id))
  const omitted = ids.filter((id) => !found.has(id)).map((id) => ({ id, reason: 'existence' }))
  return json({ documents, omitted })
}

/** `X` or a date, from the first part of the path. */
function apiVersionOf(c: LakeContext): string {
  return (c.req.param('version') ?? '').slice(1)
}

/** The ids of all versions of these published documents. */
function versionsOf(c: LakeContext, ids: readonly string[]): string[] {
  const wanted = new Set(ids)
  const all = c.var.lake.store.documents().map(({ _id }) => _id)
  return all.filter((id) => wanted.has(splitId(id).publishedId))
}

/** Documents that refer to this one. With `excludeInternalReferences` only other datasets count; there are none. */
function getReferences(c: LakeContext): Response {
  requireCaller(c)
  requireDataset(c)
  const target = c.req.param('id') ?? ''
  const isAsked = queryOf(c).get('excludeInternalReferences') !== 'true'
  const holders = c.var.lake.store
    .documents()
    .filter((document) => isAsked && allReferences(document).has(target))
  const references = holders.map(({ _id, _type }) => ({ documentId: _id, documentType: _type }))
  return json({ references, totalCount: references.length })
}

function exportDataset(c: LakeContext): Response {
  requireCaller(c)
  requireDataset(c)
  const types = queryOf(c).get('types')?.split(',')
  const documents = c.var.lake.store
    .documents()
    .filter((document) => !types || types.includes(document._type))
  return ndjson(documents)
}

/** Streams document changes as server-sent events. */
function listen(c: LakeContext): Response {
  requireDataset(c)
  const { lake, caller } = c.var
  const encoder = new TextEncoder()
  let stop = () => {}
  const events = new ReadableStream<Uint8Array>({
    // A bad query is refused here, before the response begins.
    start(controller) {
      stop = subscribe(lake, caller, queryOf(c), (text) => controller.enqueue(encoder.encode(text)))
    },
    cancel: () => stop(),
  })
  return new Response(events, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
  })
}
