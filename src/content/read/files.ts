import { defineQuery } from 'groq'
import { isLost } from '#content/read/assets.ts'
import { fetchContent, readOnce } from '#content/read/client.ts'
import type { FILES_RESULT } from '#content/read/content.generated.ts'
import { ContentError } from '#content/read/content-error.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { MAX_ADDRESS_PART } from '#core/rules/content-limits.ts'
import { MEDIA_TYPES } from '#core/rules/media-types.ts'

/** A file of the content: a video, its captions, something to download. */
export type ContentFile = {
  /** The site's own copy; browsers never request files from the content lake. */
  href: string
  /** The address in the content lake, for the build. */
  url: string
  /** By the extension: the type of an upload is what its sender called it, often only a stream of bytes. */
  mimeType: string
  /** In bytes. */
  size: number
}

const FILE_FIELDS = `"url": url, "name": originalFilename, "size": size, "hash": sha1hash`

/** The GROQ projection that `fileOf` reads, for a field of the type `file`. */
export const FILE_PROJECTION = `{
  "url": asset->url, "name": asset->originalFilename, "size": asset->size,
  "hash": asset->sha1hash
}`

/** With the documents that use a file, so that those which their times hide are left out of them (CMS-08). */
const FILES = defineQuery(
  `*[_type == "sanity.fileAsset"]{_id, ${FILE_FIELDS}, "usedBy": *[references(^._id)]{_id}}`,
)

/** Projections of files inside other documents have no `_id`. */
type FilePart = Omit<Readable<FILES_RESULT>[number], '_id' | 'usedBy'>

/** The file in a part of a document that was asked for with `FILE_PROJECTION`. @throws ContentError for a kind of file not offered, and when its bytes are lost. */
export function fileOf(content: Content<FilePart>): ContentFile {
  const hash = content.text('hash').slice(0, 12)
  const name = safeName(content.text('name'))
  const mimeType = MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1))
  if (mimeType === undefined) throw content.error('name', 'unsafe-file')
  const url = content.text('url')
  if (isLost(url)) throw content.error('hash', 'file-lost')
  return {
    href: `/files/${hash}/${name}`,
    url,
    mimeType,
    size: content.number('size'),
  }
}

/** Every file that a published and shown document uses. One that cannot be offered is a fault of the documents that use it. */
export const listFiles = readOnce(
  async (): Promise<ContentFile[]> =>
    contentsOf(await fetchContent(FILES), 'files').flatMap((file) => {
      try {
        return file.raw.usedBy?.length ? [fileOf(file)] : []
      } catch (error) {
        if (error instanceof ContentError) return []
        throw error
      }
    }),
)

/** A file name reduced to URL-safe characters, and cut: 'Poster 2025 (A4).pdf' becomes 'poster-2025-a4.pdf'. */
export function safeName(name: string): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, 'bin']
  const safe = (part: string) =>
    part
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, MAX_ADDRESS_PART)
      .replaceAll(/^-|-$/g, '')
  return `${safe(stem) || 'file'}.${safe(extension) || 'bin'}`
}
