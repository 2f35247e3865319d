import { defineQuery } from 'groq'
import type { FILES_RESULT } from '#content/read/content.generated.ts'
import { ContentError } from '#content/read/content-error.ts'
import { type Content, contentOf, type Readable } from '#content/read/document.ts'
import { currentReading, fetchContent, isLost, part, readVersion } from '#content/read/reading.ts'
import type { ContentRead } from '#content/rules/content-read.ts'
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

/** The GROQ projection that `fileOf` reads, for a field of the type `file`. */
export const FILE_PROJECTION = `{
  "url": asset->url, "name": asset->originalFilename, "size": asset->size,
  "hash": asset->sha1hash
}`

/** Files, and the pictures that are copied as files: badges of the footer. */
const FILES = defineQuery(`*[
  _type in ["sanity.fileAsset", "sanity.imageAsset"]
  && (_type == "sanity.fileAsset" || _id in *[_type == "menus"].marks[].logo.asset._ref)
]{
  "url": url, "name": originalFilename, "size": size, "hash": sha1hash
}`)

/** The height of a badge in the footer, in pixels of the page. */
export const BADGE_HEIGHT = 48
/** Footer badges are the only pictures copied as files, at most three times as high as they are shown. */
const BADGE = `h=${3 * BADGE_HEIGHT}&fit=max`

type FilePart = Readable<FILES_RESULT>[number]

/** The file in a part of a document that was requested with `FILE_PROJECTION`. @throws ContentError for a kind of file not offered, and when its bytes are lost. */
export function fileOf(content: Content<FilePart>): ContentFile {
  const hash = content.text('hash').slice(0, 12)
  const name = safeName(content.text('name'))
  const mimeType = MEDIA_TYPES.get(name.slice(name.lastIndexOf('.') + 1))
  if (mimeType === undefined) throw content.error('name', 'unsafe-file')
  const url = content.text('url')
  if (isLost(url)) throw content.error('hash', 'file-lost')
  return {
    href: `/files/${hash}/${name}`,
    url: url.includes('/images/') ? `${url}?${BADGE}` : url,
    mimeType,
    size: content.number('size'),
  }
}

/** The file in a part of a document; none when it cannot be offered: that is a fault of the documents that show it. */
function offered(file: Content<FilePart>): ContentFile[] {
  try {
    return [fileOf(file)]
  } catch (error) {
    if (error instanceof ContentError) return []
    throw error
  }
}

/** What `FILE_PROJECTION` returns; pictures have no hash. */
const isFile = (value: object): value is FilePart =>
  ['url', 'name', 'hash'].every(
    (field) => typeof (value as Record<string, unknown>)[field] === 'string',
  )

/** The files in a part of a document as a query returned it. */
function filesIn(value: unknown): ContentFile[] {
  if (typeof value !== 'object' || value === null) return []
  if (isFile(value)) return offered(contentOf(value, 'file'))
  return Object.values(value).flatMap(filesIn)
}

/** Every file in the documents that a build shows; in a preview, every file of the content lake. */
export const listFiles = (): Promise<ContentFile[]> =>
  part('files', async () => {
    const build = currentReading()?.build
    if (build === undefined)
      return (await fetchContent(FILES)).flatMap((file) => offered(contentOf(file, 'files')))
    const isShown = ({ faults }: ContentRead) => faults.every(({ shown }) => shown !== 'nothing')
    const shown = [...build.reads.values()].filter(isShown).map(({ good }) => good)
    // Of what a last good version uses, a kept copy is enough.
    const { value: files } = readVersion(true, () => shown.flatMap(filesIn))
    return [...new Map(files.map((file) => [file.href, file])).values()]
  })

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
