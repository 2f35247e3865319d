import { MAX_UPLOAD_BYTES } from '../../../shared/uploads.ts'
import { serveFile, serveImage } from '../assets/serve.ts'
import { type AssetKind, keepFile, prepareUpload } from '../assets/upload.ts'
import { httpError } from '../errors.ts'
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

/** Downloads, at the paths of Sanity's CDN. The optional last segment may be any file name. */
export const fileRoutes = newRoutes()
  .get('/images/:project/:dataset/:name', image)
  .get('/images/:project/:dataset/:name/:vanity', image)
  .get('/files/:project/:dataset/:name', file)
  .get('/files/:project/:dataset/:name/:vanity', file)

function image(c: LakeContext): Promise<Response> {
  requireOwnAssets(c)
  return serveImage(c.var.lake.images, {
    name: c.req.param('name') ?? '',
    query: queryOf(c),
    accept: c.req.header('accept') ?? '',
    isStaff: c.var.caller !== undefined,
    isHead: c.req.method === 'HEAD',
  })
}

function file(c: LakeContext): Promise<Response> {
  requireOwnAssets(c)
  const download = queryOf(c).get('dl') ?? undefined
  const isHead = c.req.method === 'HEAD'
  return serveFile(c.var.lake.images.assetDir, c.req.param('name') ?? '', { download, isHead })
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
  const { store, now, images, projectId, dataset } = c.var.lake
  const body = Buffer.from(await c.req.arrayBuffer())
  const prepared = await images.gate.run('staff', () =>
    prepareUpload(
      {
        kind,
        body,
        mimeType: c.req.header('content-type') ?? 'application/octet-stream',
        filename: query.get('filename') ?? undefined,
        labels: Object.fromEntries(labels),
      },
      { assetDir: images.assetDir, projectId, dataset },
    ),
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
