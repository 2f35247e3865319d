import type { RESEARCH_RESULT } from '#content/content.generated.ts'
import type { Content, Readable } from '#content/document.ts'
import { FILE_PROJECTION, fileOf } from '#content/files.ts'
import type { LinkKind } from '#domain/content-choices.ts'
import { isSitePath, isWebAddress } from '#domain/web-address.ts'

/** A link of the content; `href` is ready for an anchor. */
export type ContentLink = {
  kind: LinkKind
  href: string
  /** Only for files, in words: 'PDF, 84 kB'. */
  fileNote: string | undefined
}

/** A button. */
export type CallToAction = ContentLink & { label: string }

/** The fields that `linkOf` reads, inside a projection of a field or an annotation of the type `link`. */
export const LINK_FIELDS = `kind, path, url, email, "file": file${FILE_PROJECTION}` as const

/** The GROQ projection that `callToActionOf` reads. */
export const CALL_TO_ACTION_FIELDS = `label, "link": link{${LINK_FIELDS}}` as const

type CallToActionPart = Readable<RESEARCH_RESULT>[number]['button']

/**
 * The link in a part of a document.
 * @throws ContentError when the kind of link is unknown, or what it needs is missing or no address.
 */
export function linkOf(content: Content<CallToActionPart['link']>): ContentLink {
  const kind = content.text('kind')
  if (kind === 'page') {
    const href = content.text('path')
    if (!isSitePath(href)) throw content.error('path', 'bad-address')
    return { kind, href, fileNote: undefined }
  }
  if (kind === 'external') {
    const href = content.text('url')
    if (!isWebAddress(href)) throw content.error('url', 'bad-address')
    return { kind, href, fileNote: undefined }
  }
  if (kind === 'email')
    return { kind, href: `mailto:${content.text('email')}`, fileNote: undefined }
  if (kind !== 'file') throw content.error('kind', 'unknown-value')
  const { href, size } = fileOf(content.part('file'))
  return { kind, href, fileNote: `${typeOf(href)}, ${sizeInWords(size)}` }
}

export function callToActionOf(content: Content<CallToActionPart>): CallToAction {
  return { label: content.text('label'), ...linkOf(content.part('link')) }
}

function typeOf(href: string): string {
  return href.slice(href.lastIndexOf('.') + 1).toUpperCase()
}

/** A size for readers: '1.4 MB', '84 kB', at least 1 kB. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}
