import type { SanityClient } from '@sanity/client'
import { draftsClient, eachOnce, readFacts } from '#content/read/client.ts'
import type { ContentError } from '#content/read/content-error.ts'
import { currentReading, type Reading } from '#content/read/reading.ts'
import type { ContentFault } from '#content/rules/content-fault.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import { siteLinks } from '#content/rules/site-links.ts'

/** A draft that cannot be shown yet. */
export type Unfinished = {
  fault: ContentFault
  title: string | undefined
  slug: string | undefined
  /** The address of a document with its own page. */
  path: string | undefined
}

/** The drafts of all editors, as one preview shows them (CMS-05). */
export type Drafts = Reading & {
  /** Drafts that were left out of lists. */
  unfinished: Unfinished[]
  /** Why the page itself cannot be shown. */
  problem: Unfinished | 'unreachable' | undefined
}

/** The content lake cannot be read. Thrown for drafts only. */
export class ContentUnreachable extends Error {
  override readonly name = 'ContentUnreachable'
}

/** The drafts for one request, which are read as far as its page needs them. */
export function newDrafts(): Drafts {
  let client: SanityClient | undefined
  let facts: Promise<void> | undefined
  const readLinks = async (from: SanityClient) => {
    const found = await readFacts(from)
    drafts.links = siteLinks(found)
    drafts.values = found.values
  }
  const drafts: Drafts = {
    fetch: eachOnce(async (query) => {
      client ??= draftsClient()
      facts ??= readLinks(client)
      try {
        const [found] = await Promise.all([client.fetch<unknown>(query), facts])
        return found
      } catch (cause) {
        throw new ContentUnreachable('Drafts cannot be read.', { cause })
      }
    }),
    parts: new Map(),
    links: undefined,
    values: undefined,
    unfinished: [],
    problem: undefined,
  }
  return drafts
}

/** The drafts of the current request; undefined in a build and on public pages. */
export function currentDrafts(): Drafts | undefined {
  const reading = currentReading()
  return reading && 'unfinished' in reading ? (reading as Drafts) : undefined
}

/** The fault of a draft, with the draft's title and slug where it has them already. */
export function unfinishedOf(error: ContentError, document?: { readonly raw: object }): Unfinished {
  const fields = (document?.raw ?? {}) as Readonly<Record<string, unknown>>
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value.trim() !== '' ? value : undefined
  }
  return {
    fault: error.fault,
    title: text('title') ?? text('name'),
    slug: text('slug'),
    path: text('path'),
  }
}

/** The draft that was left out and would have this page: an unfinished one is in no list, but its own page says what is missing. */
export const leftOutAt = ({ unfinished }: Drafts, asked: ContentPage): Unfinished | undefined =>
  unfinished.find(({ slug, path }) => {
    if ('slug' in asked) return slug === asked.slug
    return asked.page === 'own' && [path, slug && `/${slug}`].includes(asked.path)
  })

/** Records a draft that was left out; once per fault, because a page may read a list twice. */
export function noteUnfinished({ unfinished }: Drafts, found: Unfinished): void {
  const { document, field } = found.fault
  const isKnown = unfinished.some(
    ({ fault }) => fault.document === document && fault.field === field,
  )
  if (!isKnown) unfinished.push(found)
}
