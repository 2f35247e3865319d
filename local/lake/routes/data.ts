import { isPublicId, splitId } from '../document.ts'
import { httpError, queryError } from '../errors.ts'
import { json, ndjson, parseJson, type Reply, readJson } from '../http.ts'
import { parsePerspective } from '../perspective.ts'
import { runQuery } from '../query.ts'
import { allReferences } from '../references.ts'
import { type Call, type Route, requireCaller, requireDataset } from '../router.ts'

/** Reading: queries, documents by id, and the whole dataset for `@sanity/export`. */
export const dataRoutes: readonly Route[] = [
  { method: 'GET', path: '/data/query/:dataset', handle: getQuery },
  { method: 'POST', path: '/data/query/:dataset', handle: postQuery },
  { method: 'GET', path: '/data/doc/:dataset/:ids', handle: getDocuments },
  { method: 'GET', path: '/data/export/:dataset', handle: exportDataset },
  { method: 'GET', path: '/data/references/:dataset/documents/:id/to', handle: getReferences },
  { method: 'GET', path: '/data/ping/:dataset', handle: () => json({}) },
]

function getQuery(call: Call): Reply {
  const params: Record<string, unknown> = {}
  for (const [name, value] of call.query)
    if (name.startsWith('$')) params[name.slice(1)] = parseJson(value, `The parameter ${name}`)
  return answerQuery(call, call.query.get('query'), params)
}

/** Long queries come as a body; the answer is the same. */
async function postQuery(call: Call): Promise<Reply> {
  const { query, params = {} } = await readJson(call.request)
  if (typeof params !== 'object' || params === null)
    throw httpError(400, '"params" must be an object')
  return answerQuery(call, query, params as Record<string, unknown>)
}

function answerQuery(call: Call, query: unknown, params: Record<string, unknown>): Reply {
  requireDataset(call)
  if (typeof query !== 'string' || query.trim() === '') throw queryError('The query is missing', '')
  const asked = call.query.get('perspective') ?? undefined
  const perspective = parsePerspective(asked, call.apiVersion)
  const { store, projectId, dataset, now } = call.lake
  const started = performance.now()
  const result = runQuery(store.view(perspective, !call.caller), query, params, {
    identity: call.caller?.id ?? '<anonymous>',
    projectId,
    dataset,
    now: now(),
  })
  const echo = call.query.get('returnQuery') === 'false' ? {} : { query }
  return json({ ...echo, result, syncTags: [], ms: Math.round(performance.now() - started) })
}

function getDocuments(call: Call): Reply {
  requireDataset(call)
  const ids = (call.params['ids'] ?? '').split(',')
  const wanted = call.query.get('includeAllVersions') === 'true' ? versionsOf(call, ids) : ids
  const visible = wanted.filter((id) => call.caller || isPublicId(id))
  const documents = visible.flatMap((id) => call.lake.store.find(id) ?? [])
  const found = new Set(documents.map((document) => document._id))
  const omitted = ids.filter((id) => !found.has(id)).map((id) => ({ id, reason: 'existence' }))
  return json({ documents, omitted })
}

/** Every id under which one of these published documents lives. */
function versionsOf(call: Call, ids: readonly string[]): string[] {
  const { documents } = call.lake.store.view('raw', false)
  return documents.map(({ _id }) => _id).filter((id) => ids.includes(splitId(id).publishedId))
}

/** Who refers to a document. The Studio asks only for other datasets (`excludeInternalReferences`): there are none. */
function getReferences(call: Call): Reply {
  requireCaller(call)
  requireDataset(call)
  const target = call.params['id'] ?? ''
  const isAsked = call.query.get('excludeInternalReferences') !== 'true'
  const holders = call.lake.store
    .view('raw', false)
    .documents.filter((document) => isAsked && allReferences(document).has(target))
  const references = holders.map(({ _id, _type }) => ({ documentId: _id, documentType: _type }))
  return json({ references, totalCount: references.length })
}

function exportDataset(call: Call): Reply {
  requireCaller(call)
  requireDataset(call)
  const types = call.query.get('types')?.split(',')
  const documents = call.lake.store
    .view('raw', false)
    .documents.filter((document) => !types || types.includes(document._type))
  return ndjson(documents)
}
