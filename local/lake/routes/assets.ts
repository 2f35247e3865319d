import { MAX_UPLOAD_BYTES } from '../../../shared/uploads.ts'
import { serveFile, serveImage } from '../assets/serve.ts'
import { type AssetKind, keepFile, prepareUpload } from '../assets/upload.ts'
import { httpError } from '../errors.ts'
import {
  json,
  type LakeContext,
  newRoutes,
  queryOf,
  requireDataset,
  requireWriter,
} from '../http.ts'

/** Uploads of images and files. */
export const assetRoutes = newRoutes()
  .post('/assets/images/:dataset', (c) => upload(c, 'images'))
  .post('/assets/files/:dataset', (c) => upload(c, 'files'))

/** Downloads, at the paths of Sanity's CDN. The optional last segment may be any file name. */
export const fileRoutes = newRoutes()
  .get('/images/:project/:dataset/:name', image)
  .get('/images/:project/:dataset/:name/:vanity', image)
  .get('/files/:project/:dataset/:name', file)
  .get('/files/:project/:dataset/:name/:vanity', file)

function image(c: LakeContext): Promise<Response> {
  requireOwnAssets(c)
  const accept = c.req.header('accept') ?? ''
  return serveImage(c.var.lake.assets, c.req.param('name') ?? '', queryOf(c), accept)
}

function file(c: LakeContext): Promise<Response> {
  requireOwnAssets(c)
  const download = queryOf(c).get('dl') ?? undefined
  return serveFile(c.var.lake.assets, c.req.param('name') ?? '', download)
}

function requireOwnAssets(c: LakeContext): void {
  requireDataset(c)
  if (c.req.param('project') !== c.var.lake.projectId)
    throw httpError(404, 'The lake has no assets of this project')
}

const LABELS = ['label', 'title', 'description', 'creditLine', 'altText']

async function upload(c: LakeContext, kind: AssetKind): Promise<Response> {
  const caller = requireWriter(c)
  requireDataset(c)
  const query = queryOf(c)
  const labels = LABELS.flatMap((name) => {
    const value = query.get(name)
    return value ? [[name, value] as const] : []
  })
  const { store, now, assets, projectId, dataset } = c.var.lake
  const body = Buffer.from(await c.req.arrayBuffer())
  if (body.length > MAX_UPLOAD_BYTES[kind]) throw httpError(413, 'The upload is too large')
  const prepared = await prepareUpload(
    {
      kind,
      body,
      mimeType: c.req.header('content-type') ?? 'application/octet-stream',
      filename: query.get('filename') ?? undefined,
      labels: Object.fromEntries(labels),
    },
    { assetDir: assets.uploads, projectId, dataset },
  )
  const { document } = prepared
  keepFile(prepared)
  store.commit([{ kind: 'createIfNotExists', document }], {
    author: caller.id,
    now: now(),
    mutations: [{ createIfNotExists: document }],
  })
  return json({ document: store.find(document._id) })
}
