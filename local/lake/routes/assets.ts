import { MAX_UPLOAD_BYTES } from '../../../shared/uploads.ts'
import { serveFile, serveImage } from '../assets/serve.ts'
import { type AssetKind, storeUpload } from '../assets/upload.ts'
import {
  json,
  type LakeContext,
  limited,
  newRoutes,
  queryOf,
  requireDataset,
  requireWriter,
  writersOnly,
} from '../http.ts'

/** Uploads of images and files. */
export const assetRoutes = newRoutes()
  .post('/assets/images/:dataset', writersOnly, limited(MAX_UPLOAD_BYTES.images), (c) =>
    upload(c, 'images'),
  )
  .post('/assets/files/:dataset', writersOnly, limited(MAX_UPLOAD_BYTES.files), (c) =>
    upload(c, 'files'),
  )

/** Downloads, at the paths of Sanity's CDN. */
export const fileRoutes = newRoutes()
  .get('/images/:project/:dataset/:name', (c) =>
    serveImage(c.var.lake, c.req.param('name'), queryOf(c), c.req.header('accept') ?? ''),
  )
  .get('/files/:project/:dataset/:name', (c) => serveFile(c.var.lake.assetDir, c.req.param('name')))

const LABELS = ['label', 'title', 'description', 'creditLine', 'altText']

async function upload(c: LakeContext, kind: AssetKind): Promise<Response> {
  const caller = requireWriter(c)
  requireDataset(c)
  const query = queryOf(c)
  const labels = LABELS.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  const document = await storeUpload(
    {
      kind,
      body: Buffer.from(await c.req.arrayBuffer()),
      mimeType: c.req.header('content-type') ?? 'application/octet-stream',
      filename: query.get('filename') ?? undefined,
      labels: Object.fromEntries(labels),
    },
    c.var.lake,
  )
  const { store, now } = c.var.lake
  store.commit([{ kind: 'createIfNotExists', document }], {
    author: caller.id,
    now: now(),
    mutations: [{ createIfNotExists: document }],
  })
  return json({ document: store.find(document._id) })
}
