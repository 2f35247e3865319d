import { isOnDemand } from '#content/rules/program-address.ts'
import type { NotShownReason, ReleasedDocument } from '#content/rules/release-record.ts'

/** Redirects the path `from` to `to`, a path of this site that may have a query or an anchor. */
export type Redirect = { readonly from: string; readonly to: string }

/** A former address of a document. Redirects to the document's present address. */
export type LeftAddress = { readonly from: string; readonly id: string }

/** What an editor or the website has stored: a redirect to a document, or to a path. */
export type StoredRedirect = {
  /** The redirect's own document. */
  readonly _id?: string
  readonly from?: string | null
  readonly to?: string | null
  readonly id?: string | null
}

const FROM = /^(\/[\w.-]+)+$/
/**
 * A single path: `//` would be another host, a space would end the field in the file for static hosts, and headers are
 * ASCII.
 */
const TO = /^\/(?![/\\])[!-[\]-~]*$/

/** Why a release does not serve a redirect. */
type LeftOutReason = Extract<NotShownReason, 'bad-address' | 'is-page' | 'leads-nowhere'>
export type LeftOut = Redirect & { readonly because: LeftOutReason }

const pathOf = (to: string) => to.split(/[?#]/)[0] ?? to

const isAddressed = ({ from, to }: Redirect) => FROM.test(from) && TO.test(to)

/**
 * The redirects that a release serves: each leads in one step to a page of the release, or to a page on demand. Omits
 * redirects from the address of a page, in a loop, and to a missing page. Pure.
 */
export function resolveRedirects(
  given: readonly Redirect[],
  hasPage: (path: string) => boolean,
): Redirect[] {
  const isPage = (path: string) => hasPage(path) || isOnDemand(path)
  const usable = given.filter((redirect) => isAddressed(redirect) && !isPage(redirect.from))
  const next = new Map(usable.map(({ from, to }) => [from, to]))
  const endOf = (from: string): string | undefined => {
    const seen = new Set<string>()
    let to = next.get(from)
    for (; to !== undefined && !isPage(pathOf(to)); to = next.get(pathOf(to))) {
      if (seen.has(to)) return
      seen.add(to)
    }
    return to
  }
  return [...next.keys()].toSorted().flatMap((from) => {
    const to = endOf(from)
    return to === undefined ? [] : [{ from, to }]
  })
}

/** The redirects that `resolveRedirects` omits, with the reason. Pure. */
export function leftOutRedirects(
  given: readonly Redirect[],
  hasPage: (path: string) => boolean,
): LeftOut[] {
  const served = new Set(resolveRedirects(given, hasPage).map(({ from }) => from))
  return given.flatMap((redirect): LeftOut[] => {
    const { from } = redirect
    if (served.has(from)) return []
    if (!isAddressed(redirect)) return [{ ...redirect, because: 'bad-address' }]
    const isPage = hasPage(from) || isOnDemand(from)
    return [{ ...redirect, because: isPage ? 'is-page' : 'leads-nowhere' }]
  })
}

/** The redirects as paths, from their documents' addresses in a release; a stored path takes precedence over a document. Pure. */
export function redirectsTo(
  stored: readonly StoredRedirect[],
  documents: readonly ReleasedDocument[],
): Redirect[] {
  const paths = new Map(documents.map(({ id, path }) => [id, path]))
  return stored.flatMap(({ from, to, id }) => {
    const target = to || (id ? paths.get(id) : undefined)
    return from && target ? [{ from, to: target }] : []
  })
}

/**
 * The addresses that documents had in one release and that no document has in the next. Documents that are no longer
 * published are ignored. Pure.
 */
export function leftAddresses(
  before: readonly ReleasedDocument[],
  after: readonly ReleasedDocument[],
): LeftAddress[] {
  const paths = new Map(after.map(({ id, path }) => [id, path]))
  const taken = new Set(after.map(({ path }) => path))
  return before.flatMap(({ id, path }) => {
    const now = paths.get(id)
    const hasMoved = path !== undefined && now !== undefined && now !== path
    return hasMoved && !taken.has(path) ? [{ from: path, id }] : []
  })
}

/** Why each stored redirect that a release does not serve is left out, by the ids of their documents. Pure. */
export function leftOutDocuments(
  stored: readonly StoredRedirect[],
  documents: readonly ReleasedDocument[],
  hasPage: (path: string) => boolean,
): ReadonlyMap<string, LeftOutReason> {
  const all = leftOutRedirects(redirectsTo(stored, documents), hasPage)
  const reasons = new Map(all.map(({ from, because }) => [from, because]))
  return new Map(
    stored.flatMap((redirect): [string, LeftOutReason][] => {
      const { _id = '', from } = redirect
      if (!from) return [[_id, 'bad-address']]
      const hasTarget = redirectsTo([redirect], documents).length > 0
      const because = hasTarget ? reasons.get(from) : 'leads-nowhere'
      return because === undefined ? [] : [[_id, because]]
    }),
  )
}
