/** The target of a link, with the fields of `schemas/objects/link.ts`. */
export type LinkTarget =
  | { kind: 'page'; path: string }
  | { kind: 'external'; url: string }
  | { kind: 'email'; email: string }
  | { kind: 'telephone'; phone: string }

/**
 * The link for a pasted address; `siteUrl` shows which addresses are pages of this site. Undefined when visitors could
 * not follow it: scripts, files of the editor's computer, anchors of the source text. Pure.
 */
export function linkTargetOf(address: string, siteUrl: string | undefined): LinkTarget | undefined {
  const href = address.trim()
  const email = /^mailto:([^?\s]+@[^?\s]+)/i.exec(href)?.[1]
  if (email !== undefined) return { kind: 'email', email }
  const phone = /^tel:(\+?[\d().-]{3,30})$/i.exec(href.replaceAll('%20', ''))?.[1]
  if (phone !== undefined) return { kind: 'telephone', phone }
  if (/^\/(?!\/)/.test(href)) return { kind: 'page', path: href }
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  const own = siteUrl === undefined ? undefined : URL.parse(siteUrl)?.origin
  // Links of the site are encrypted. Almost every website has the same page so; a port, a number or a name inside a network has no such address.
  const isPublic = /\.(?!(?:local|internal|lan)$)[a-z][a-z\d-]+$/.test(url.hostname)
  if (url.protocol === 'http:' && url.port === '' && url.origin !== own && isPublic)
    url.protocol = 'https:'
  if (url.origin === own) return { kind: 'page', path: url.pathname + url.search + url.hash }
  return { kind: 'external', url: url.href }
}

type Mark = { _key: string; _type: string; href?: unknown }
/** The parts of a text block that hold links; other blocks lack them. */
type Block = { markDefs?: Mark[]; children?: { marks?: string[] }[] }

const isPasted = (mark: Mark) => mark._type === 'link' && typeof mark.href === 'string'

/** Whether a block has links as Sanity's editor reads them from HTML, with only `href`. */
export const hasPastedLinks = (block: object): boolean =>
  ((block as Block).markDefs ?? []).some(isPasted)

/** Converts such links to our fields; a link without a target becomes plain text. Pure. */
export function withOwnLinks<Given extends object>(
  given: Given,
  siteUrl: string | undefined,
): Given {
  if (!hasPastedLinks(given)) return given
  const { markDefs = [], children = [] } = given as Block
  const kept = markDefs.flatMap((mark) => {
    if (!isPasted(mark)) return [mark]
    const target = linkTargetOf(String(mark.href), siteUrl)
    return target ? [{ _key: mark._key, _type: mark._type, ...target }] : []
  })
  const gone = new Set(markDefs.map(({ _key }) => _key))
  for (const { _key } of kept) gone.delete(_key)
  const spans = children.map((child) =>
    child.marks ? { ...child, marks: child.marks.filter((mark) => !gone.has(mark)) } : child,
  )
  return { ...given, markDefs: kept, children: spans }
}
