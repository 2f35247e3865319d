import { isPublicId, type LakeDocument, splitId } from './document.ts'
import { httpError } from './errors.ts'

/** `raw`: documents as stored. Otherwise the layers above the published one, highest priority first. */
export type Perspective = 'raw' | readonly string[]

const FIRST_VERSION_WITH_PUBLISHED_DEFAULT = '2025-02-19'
const LAYER = /^[a-zA-Z0-9_-]{1,128}$/

/** The perspective that a request names, or its API version's default. */
export function parsePerspective(asked: string | undefined, apiVersion: string): Perspective {
  const text = asked ?? defaultPerspective(apiVersion)
  if (text === 'raw') return 'raw'
  if (text === 'published') return []
  if (text === 'previewDrafts') return ['drafts']
  const layers = text.split(',')
  if (!layers.every((layer) => LAYER.test(layer)))
    throw httpError(400, `"${text}" is not a perspective`)
  return layers.filter((layer) => layer !== 'published')
}

function defaultPerspective(apiVersion: string): string {
  return apiVersion === 'X' || apiVersion >= FIRST_VERSION_WITH_PUBLISHED_DEFAULT
    ? 'published'
    : 'raw'
}

/** The documents that a query may read; `byId` is for dereferencing. */
export type DatasetView = { documents: LakeDocument[]; byId: ReadonlyMap<string, LakeDocument> }

/** The documents of a perspective. */
export function viewOf(documents: Iterable<LakeDocument>, perspective: Perspective): DatasetView {
  const seen = perspective === 'raw' ? [...documents] : layered(documents, perspective)
  return { documents: seen, byId: new Map(seen.map((doc) => [doc._id, doc])) }
}

function layered(documents: Iterable<LakeDocument>, layers: readonly string[]): LakeDocument[] {
  const best = new Map<string, { rank: number; document: LakeDocument }>()
  for (const document of documents) {
    const { publishedId, layer } = splitId(document._id)
    const rank = layer === 'published' ? layers.length : layers.indexOf(layer)
    const other = best.get(publishedId)
    if (rank < 0 || (other && other.rank <= rank)) continue
    best.set(publishedId, {
      rank,
      document: layers.length === 0 ? document : asPublished(document, publishedId),
    })
  }
  return [...best.values()].map((entry) => entry.document)
}

function asPublished(document: LakeDocument, publishedId: string): LakeDocument {
  return { ...document, _id: publishedId, _originalId: document._id }
}

/** The documents of a perspective that a caller may see. */
export type Views = (perspective: Perspective, isAnonymous: boolean) => DatasetView

type Source = { documents: () => LakeDocument[]; subscribe: (listener: () => void) => unknown }

/** Views of a dataset; each is kept until the next change. */
export function viewsOf(store: Source): Views {
  const kept = new Map<string, DatasetView>()
  store.subscribe(() => kept.clear())
  return (perspective, isAnonymous) => {
    const key = JSON.stringify([perspective, isAnonymous])
    const known = kept.get(key)
    if (known) return known
    const documents = store.documents().filter(({ _id }) => !isAnonymous || isPublicId(_id))
    const view = viewOf(documents, perspective)
    kept.set(key, view)
    return view
  }
}
