import { createHash } from 'node:crypto'

/** The conditional headers of a request, as Node names them. */
export type Conditions = {
  readonly 'if-none-match'?: string | undefined
  readonly 'if-modified-since'?: string | undefined
}

/** The start of a body's hash, for its tag. */
export const tagHashOf = (body: Uint8Array) =>
  createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** The tag of a body: weak, because each content coding has other bytes (RFC 9110 8.8.3). */
export const weakTagOf = (body: Uint8Array) => `W/"${tagHashOf(body)}"`

/** Whether one of the tags of If-None-Match is `etag`, compared weakly. */
export const isKnownTag = (given: string, etag: string) =>
  given
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag.replace(/^W\//, ''))

/** Whether the client has the current version. The tag has priority over the day (RFC 9110 13.2.2). */
export function isUnchanged(
  { 'if-none-match': tags, 'if-modified-since': since }: Conditions,
  current: { readonly etag: string; readonly modified?: string | undefined },
): boolean {
  if (tags !== undefined) return isKnownTag(tags, current.etag)
  // An unreadable date is NaN, which is never later.
  return since !== undefined && Date.parse(since) >= Date.parse(current.modified ?? '')
}
