import { serveFile, serveImage } from '../assets/serve.ts'
import { type AssetKind, MAX_UPLOAD_BYTES, storeUpload } from '../assets/upload.ts'
import { json, type Reply, readBody } from '../http.ts'
import { type Call, type Route, requireDataset, requireWriter } from '../router.ts'

/** Uploading pictures and files. */
export const assetRoutes: readonly Route[] = [
  { method: 'POST', path: '/assets/images/:dataset', handle: (call) => upload(call, 'images') },
  { method: 'POST', path: '/assets/files/:dataset', handle: (call) => upload(call, 'files') },
]

/** Serving them, at the paths of Sanity's CDN. */
export const fileRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/images/:project/:dataset/:name',
    handle: ({ lake, params, query, request }) =>
      serveImage(lake, params['name'] ?? '', query, request.headers.accept ?? ''),
  },
  {
    method: 'GET',
    path: '/files/:project/:dataset/:name',
    handle: ({ lake, params }) => serveFile(lake.assetDir, params['name'] ?? ''),
  },
]

const LABELS = ['label', 'title', 'description', 'creditLine', 'altText']

async function upload(call: Call, kind: AssetKind): Promise<Reply> {
  const caller = requireWriter(call)
  requireDataset(call)
  const body = await readBody(call.request, MAX_UPLOAD_BYTES[kind])
  const labels = LABELS.flatMap((name) => {
    const value = call.query.get(name)
    return value ? [[name, value] as const] : []
  })
  const document = await storeUpload(
    {
      kind,
      body,
      mimeType: call.request.headers['content-type'] ?? 'application/octet-stream',
      filename: call.query.get('filename') ?? undefined,
      labels: Object.fromEntries(labels),
    },
    call.lake,
  )
  const { store, now } = call.lake
  store.commit([{ kind: 'createIfNotExists', document }], {
    author: caller.id,
    now: now(),
    mutations: [{ createIfNotExists: document }],
  })
  return json({ document: store.find(document._id) })
}
