import { AsyncLocalStorage } from 'node:async_hooks'
import type { ContentError } from '#content/read/content-error.ts'
import type { ContentFault } from '#content/rules/content-fault.ts'
import type { ContentPage } from '#content/rules/content-page.ts'
import type { SiteLinks } from '#content/rules/site-links.ts'
import type { SettingValues } from '#core/rules/setting-values.ts'

/** A draft that cannot be shown yet. */
export type Unfinished = {
  fault: ContentFault
  title: string | undefined
  slug: string | undefined
  /** The address of a page that has one of its own. */
  path: string | undefined
}

/** Results by their query, and values by their reader. */
export type Answers = Map<string | (() => Promise<unknown>), Promise<unknown>>

/** The state of the drafts in one preview request (CMS-05). */
export type Drafts = {
  answers: Answers
  /** Drafts that were left out of lists. */
  unfinished: Unfinished[]
  /** Where links lead, once it is known. */
  links: SiteLinks | undefined
  /** What texts show for references to the site settings, once it is known. */
  values: SettingValues | undefined
  /** Why the page itself cannot be shown. */
  problem: Unfinished | 'unreachable' | undefined
}

/** The content lake cannot be read. Thrown for drafts only. */
export class ContentUnreachable extends Error {
  override readonly name = 'ContentUnreachable'
}

const ofRequest = new AsyncLocalStorage<Drafts>()

export const newDrafts = (): Drafts => ({
  answers: new Map(),
  unfinished: [],
  links: undefined,
  values: undefined,
  problem: undefined,
})

/** Everything that `run` reads from the content includes drafts. */
export const withDrafts = <Value>(drafts: Drafts, run: () => Promise<Value>): Promise<Value> =>
  ofRequest.run(drafts, run)

/** The drafts of the request that is being answered; undefined in a build and on public pages. */
export const currentDrafts = (): Drafts | undefined => ofRequest.getStore()

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
