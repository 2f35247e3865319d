import { isWebAddress } from '#core/rules/web-address.ts'

/** A link to another website, and the field of the content that has it, as in `body[1].markDefs[0].url`. */
export type ExternalLink = { readonly url: string; readonly field: string }

/** The fields of the content that hold addresses of other websites. */
export const EXTERNAL_LINK_FIELDS = ['url', 'website', 'donateUrl', 'supporterUrl']

/** The links of a document to other websites. Pure. */
export function externalLinksIn(value: unknown, at = ''): ExternalLink[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => externalLinksIn(item, `${at}[${index}]`))
  }
  // A link whose kind was changed keeps the address that it had.
  const { kind } = value as { kind?: unknown }
  const isOther = kind !== undefined && kind !== 'external'
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = at === '' ? name : `${at}.${name}`
    if (typeof inner !== 'string') return externalLinksIn(inner, field)
    const isLink = EXTERNAL_LINK_FIELDS.includes(name) && isWebAddress(inner)
    return isLink && !(isOther && name === 'url') ? [{ url: inner, field }] : []
  })
}
