/** Where a link leads, as `schemas/objects/link.ts` has it. */
export type LinkTarget =
  | { kind: 'page'; path: string }
  | { kind: 'external'; url: string }
  | { kind: 'email'; email: string }

/**
 * The link for an address from another program; `siteUrl` tells which addresses are our own pages. Undefined when no
 * reader could follow it: a script, a file of the editor's machine, a place in the text it was taken from. Pure.
 */
export function linkTargetOf(address: string, siteUrl: string | undefined): LinkTarget | undefined {
  const href = address.trim()
  const email = /^mailto:([^?\s]+@[^?\s]+)/i.exec(href)?.[1]
  if (email !== undefined) return { kind: 'email', email }
  if (/^\/(?!\/)/.test(href)) return { kind: 'page', path: href }
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  if (siteUrl !== undefined && url.origin === URL.parse(siteUrl)?.origin) {
    return { kind: 'page', path: url.pathname + url.search + url.hash }
  }
  return { kind: 'external', url: url.href }
}

type Mark = { _key: string; _type: string; href?: unknown }
/** What of a block of text links stand in; others have no such fields. */
type Block = { markDefs?: Mark[]; children?: { marks?: string[] }[] }

const isPasted = (mark: Mark) => mark._type === 'link' && typeof mark.href === 'string'

/** Whether links of a block are still as Sanity's editor reads them from HTML, with nothing but `href`. */
export const hasPastedLinks = (block: object): boolean =>
  ((block as Block).markDefs ?? []).some(isPasted)

/** The block with such links as our documents hold them; the words of a link that leads nowhere stay. Pure. */
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
