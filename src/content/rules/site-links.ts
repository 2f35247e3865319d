import { isWarning, type PublishedFault } from '#content/rules/content-fault.ts'
import { contentPage } from '#content/rules/content-page.ts'
import { documentPath, LINKED_TYPES } from '#content/rules/document-types.ts'
import { EXPLAINER, fixedPlace } from '#content/rules/fixed-documents.ts'
import { isProgramAddress } from '#content/rules/program-address.ts'
import {
  type LeftAddress,
  leftAddresses,
  redirectsTo,
  resolveRedirects,
  type StoredRedirect,
} from '#content/rules/redirects.ts'
import type { PublishedDocument, ReleasedDocument } from '#content/rules/release-record.ts'

/** Where the links of the content lead (CMS-07). Undefined: to nothing that visitors can see. */
export type SiteLinks = {
  /** The path of the page of a document. */
  ofDocument(id: string): string | undefined
  /** A typed address, or the one to which redirects lead from it; with its query and anchor. */
  ofTyped(path: string): string | undefined
}

/** What the links of a build are resolved by. */
export type LinkFacts = {
  /** The documents that visitors can see. */
  readonly documents: readonly PublishedDocument[]
  readonly redirects: readonly StoredRedirect[]
  /** The address of the page about the screening, when the product's name is known. */
  readonly explainerPath: string | undefined
  /** Documents at fault are shown in an earlier version, or not at all. */
  readonly faults?: readonly PublishedFault[]
  /** The addresses of the last good content: documents may have moved since. */
  readonly before?: readonly ReleasedDocument[]
  /** Former addresses that are not redirects in the content lake yet. */
  readonly left?: readonly LeftAddress[]
}

type Shown = { readonly id: string; readonly type: string; readonly path: string }

/** Resolves links by the documents that are shown, and by the redirects. Pure. */
export function siteLinks(facts: LinkFacts): SiteLinks {
  const shown = shownPages(facts)
  const byId = new Map(shown.map(({ id, path }) => [id, path]))
  const paths = new Set(shown.map(({ path }) => path))
  const hasPage = (path: string) => paths.has(path) || isFixedAddress(path)
  // An address that is left with this build becomes a redirect when it is live: its links lead there already.
  const left = [...(facts.left ?? []), ...leftAddresses(facts.before ?? [], shown)]
  const redirects = resolveRedirects(redirectsTo([...facts.redirects, ...left], shown), hasPage)
  const next = new Map(redirects.map(({ from, to }) => [from, to]))
  return {
    ofDocument: (id) => byId.get(id),
    ofTyped(typed) {
      const path = pathOf(typed)
      if (hasPage(path)) return typed
      const to = next.get(path)
      return to === undefined || /[?#]/.test(to) ? to : to + (/[?#].*$/.exec(typed)?.[0] ?? '')
    },
  }
}

const isLinked = (type: string) => LINKED_TYPES.some((known) => known === type)

/** A faulty document has the address of the version that is shown, even after it was unpublished. */
function shownPages({ documents, explainerPath, faults = [] }: LinkFacts): Shown[] {
  const faulty = faults.filter((fault) => !isWarning(fault))
  const ids = new Set(faulty.map(({ document }) => document))
  const former = faulty.flatMap(({ document: id, type, page: path, shown }): Shown[] =>
    shown === 'former' && path !== undefined && isLinked(type) ? [{ id, type, path }] : [],
  )
  const published = documents.flatMap((document) => {
    const { _id: id, _type: type } = document
    if (!isLinked(type) || ids.has(id)) return []
    const isExplainer = fixedPlace(document) === EXPLAINER
    const path = (isExplainer && explainerPath) || documentPath(type, document)
    return path === undefined ? [] : [{ id, type, path }]
  })
  return [...published, ...former]
}

/** An address without its query, its anchor and a slash at its end. */
const pathOf = (address: string): string => address.replace(/[?#].*$/, '').replace(/(?<=.)\/$/, '')

/** Below these are pages of documents. */
const CONTENT_FOLDER = /^\/(news|information-hub)\//

/**
 * Whether a path stays, whatever editors change: pages of the program, pages that it needs, lists of the news, and files. Any other
 * address counts as a file when it has a dot. Query and anchor do not matter.
 */
export function isFixedAddress(address: string): boolean {
  const path = pathOf(address)
  if (/\.[a-z0-9]+$/i.test(path)) return true
  const page = contentPage(path)
  if (page === undefined) return isProgramAddress(path) && !CONTENT_FOLDER.test(path)
  return page.page === 'fixed' || page.page === 'news-list' || page.page === 'news-month'
}
