import type { RESEARCH_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { FILE_PROJECTION, fileOf } from '#content/read/files.ts'
import { currentReading, warn } from '#content/read/reading.ts'
import type { LinkKind } from '#content/rules/content-choices.ts'
import { isDialled, telephoneHref } from '#core/rules/telephone.ts'
import { isSitePath, isWebAddress } from '#core/rules/web-address.ts'

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
export const LINK_FIELDS =
  `kind, "page": page._ref, path, url, email, phone, "file": file${FILE_PROJECTION}` as const

/** The GROQ projection that `callToActionOf` reads. */
export const CALL_TO_ACTION_FIELDS = `label, "link": link{${LINK_FIELDS}}` as const

type CallToActionPart = Readable<RESEARCH_RESULT>[number]['button']
type LinkPart = CallToActionPart['link']

/**
 * The link in a part of a document; undefined when it leads to nothing that visitors can see, which is a warning.
 * @throws ContentError when the kind of link is unknown, or what it needs is missing or no address.
 */
export function linkOf(content: Content<LinkPart>): ContentLink | undefined {
  const kind = content.text('kind')
  if (kind === 'page') {
    const href = pathOf(content)
    return href === undefined ? undefined : { kind, href, fileNote: undefined }
  }
  if (kind === 'external') return { kind, href: urlOf(content), fileNote: undefined }
  if (kind === 'email')
    return { kind, href: `mailto:${content.text('email')}`, fileNote: undefined }
  if (kind === 'telephone') return { kind, href: dialled(content), fileNote: undefined }
  if (kind !== 'file') throw content.error('kind', 'unknown-value')
  const { href, size } = fileOf(content.part('file'))
  return { kind, href, fileNote: `${typeOf(href)}, ${sizeInWords(size)}` }
}

/** The address of another website. @throws ContentError when it is none: a browser could run it as a script. */
export function urlOf(content: Content<{ url: string }>): string {
  const url = content.text('url')
  if (!isWebAddress(url)) throw content.error('url', 'bad-address')
  return url
}

function dialled(content: Content<{ phone: string }>): string {
  const phone = content.text('phone')
  if (!isDialled(phone)) throw content.error('phone', 'bad-address')
  return telephoneHref(phone)
}

/** The id of a page in a link that is read as it is stored, as in a table. */
function referenceIn(page: unknown): string | undefined {
  const { _ref } = (page ?? {}) as { _ref?: unknown }
  return typeof _ref === 'string' ? _ref : undefined
}

/** Where a link within the site leads: to the page of its document, or to a path (CMS-07). */
function pathOf(content: Content<LinkPart>): string | undefined {
  const links = currentReading()?.links
  const id = referenceIn(content.raw.page) ?? content.optionalText('page')
  if (id !== undefined) {
    const path = links?.ofDocument(id)
    if (path === undefined) warn(content.error('page', 'leads-nowhere'))
    return path
  }
  const typed = content.optionalText('path')
  if (typed === undefined) throw content.error('page', 'missing')
  if (!isSitePath(typed)) throw content.error('path', 'bad-address')
  if (links === undefined) return typed
  const href = links.ofTyped(typed)
  if (href === undefined) warn(content.error('path', 'leads-nowhere'))
  else if (href !== typed) warn(content.error('path', 'moved-address'))
  return href
}

/** A button; undefined when it leads to nothing. */
export function callToActionOf(content: Content<CallToActionPart>): CallToAction | undefined {
  const label = content.text('label')
  const link = linkOf(content.part('link'))
  return link && { label, ...link }
}

/** As `urlOf`, for a field that may be empty. */
export function optionalUrlOf<Name extends 'url' | 'website'>(
  content: Content<Readonly<Record<Name, string>>>,
  name: Name,
): string | undefined {
  const own = content as unknown as Content<Record<string, string>>
  const url = own.optionalText(name)
  if (url !== undefined && !isWebAddress(url)) throw own.error(name, 'bad-address')
  return url
}

function typeOf(href: string): string {
  return href.slice(href.lastIndexOf('.') + 1).toUpperCase()
}

/** A size for readers: '1.4 MB', '84 kB', at least 1 kB. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1000))} kB`
}
