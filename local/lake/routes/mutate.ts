import { randomBytes } from 'node:crypto'
import { mutationsOf } from '../actions.ts'
import { isRecord } from '../document.ts'
import { json, type Reply, readJson } from '../http.ts'
import { parseOperations } from '../operations.ts'
import { type Call, type Route, requireDataset, requireWriter } from '../router.ts'

/** Writing: one transaction per request. `visibility` needs no care here, since every change is visible at once. */
export const mutateRoutes: readonly Route[] = [
  { method: 'POST', path: '/data/mutate/:dataset', handle: mutate },
  { method: 'POST', path: '/data/actions/:dataset', handle: act },
]

/** The Studio's own verbs: edit, publish and so on, together one transaction. */
async function act(call: Call): Promise<Reply> {
  const caller = requireWriter(call)
  requireDataset(call)
  const { actions, transactionId, dryRun } = await readJson(call.request)
  const { store, now } = call.lake
  const mutations = mutationsOf(actions, (id) => store.find(id))
  const committed = store.commit(parseOperations(mutations), {
    author: caller.id,
    now: now(),
    dryRun: dryRun === true,
    mutations,
    ...(typeof transactionId === 'string' ? { transactionId } : {}),
  })
  return json({ transactionId: committed.transactionId })
}

async function mutate(call: Call): Promise<Reply> {
  const caller = requireWriter(call)
  requireDataset(call)
  const body = await readJson(call.request)
  const asked = body['transactionId'] ?? call.query.get('transactionId')
  const given = Array.isArray(body['mutations']) ? body['mutations'] : undefined
  const mutations = isOn(call, 'autoGenerateArrayKeys') ? given?.map(withArrayKeys) : given
  const committed = call.lake.store.commit(parseOperations(mutations), {
    author: caller.id,
    now: call.lake.now(),
    dryRun: isOn(call, 'dryRun'),
    mutations: mutations ?? [],
    ...(typeof asked === 'string' ? { transactionId: asked } : {}),
  })
  const withIds = isOn(call, 'returnIds') || isOn(call, 'returnDocuments')
  const results = committed.results.map(({ id, operation }) => ({
    ...(withIds ? { id } : {}),
    operation,
    ...(isOn(call, 'returnDocuments') ? { document: committed.documents.get(id) } : {}),
  }))
  return json({ transactionId: committed.transactionId, results })
}

function isOn(call: Call, option: string): boolean {
  return call.query.get(option) === 'true'
}

/** Gives objects in arrays the `_key` that concurrent editing needs. */
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
