import { randomBytes } from 'node:crypto'
import { isRecord } from '../../../src/core/rules/record.ts'
import { mutationsOf } from '../actions.ts'
import { fixedDocumentsGuard } from '../fixed-guard.ts'
import {
  json,
  type LakeContext,
  newRoutes,
  queryOf,
  readJson,
  requireDataset,
  requireWriter,
} from '../http.ts'
import { parseOperations } from '../operations.ts'

/** Writes: one transaction per request. `visibility` is ignored: every change is visible immediately. */
export const mutateRoutes = newRoutes()
  .post('/data/mutate/:dataset', mutate)
  .post('/data/actions/:dataset', act)

/** The Studio's actions (edit, publish and so on) as one transaction. */
async function act(c: LakeContext): Promise<Response> {
  const caller = requireWriter(c)
  requireDataset(c)
  const { actions, transactionId, dryRun } = await readJson(c)
  const { store, now } = c.var.lake
  const mutations = mutationsOf(actions, (id) => store.find(id))
  const committed = store.commit(parseOperations(mutations), {
    author: caller.id,
    guard: fixedDocumentsGuard(caller),
    now: now(),
    dryRun: dryRun === true,
    mutations,
    ...(typeof transactionId === 'string' ? { transactionId } : {}),
  })
  return json({ transactionId: committed.transactionId })
}

async function mutate(c: LakeContext): Promise<Response> {
  const caller = requireWriter(c)
  requireDataset(c)
  const body = await readJson(c)
  const asked = body['transactionId'] ?? queryOf(c).get('transactionId')
  const given = Array.isArray(body['mutations']) ? body['mutations'] : undefined
  const mutations = isOn(c, 'autoGenerateArrayKeys') ? given?.map(withArrayKeys) : given
  const committed = c.var.lake.store.commit(parseOperations(mutations), {
    author: caller.id,
    guard: fixedDocumentsGuard(caller),
    now: c.var.lake.now(),
    dryRun: isOn(c, 'dryRun'),
    mutations: mutations ?? [],
    ...(typeof asked === 'string' ? { transactionId: asked } : {}),
  })
  const withIds = isOn(c, 'returnIds') || isOn(c, 'returnDocuments')
  const results = committed.results.map(({ id, operation }) => ({
    ...(withIds ? { id } : {}),
    operation,
    ...(isOn(c, 'returnDocuments') ? { document: committed.documents.get(id) } : {}),
  }))
  return json({ transactionId: committed.transactionId, results })
}

function isOn(c: LakeContext, option: string): boolean {
  return queryOf(c).get(option) === 'true'
}

/** Adds the `_key` that concurrent editing needs to objects in arrays. */
function withArrayKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withKey(withArrayKeys(item)))
  if (!isRecord(value)) return value
  const fields = Object.entries(value).map(([field, child]) => [field, withArrayKeys(child)])
  return Object.fromEntries(fields)
}

function withKey(item: unknown): unknown {
  if (!isRecord(item) || '_key' in item) return item
  return { _key: randomBytes(6).toString('hex'), ...item }
}
