/** The most characters of a search that are read. */
export const MOST_SEARCHED = 100
/** The most results of one kind that are shown. */
export const MOST_OF_KIND = 10

export type SearchKind = 'event' | 'page' | 'information' | 'story' | 'news'

/** A page as the index of the search has it (SITE-17). */
export type SearchEntry = {
  readonly path: string
  readonly title: string
  readonly description: string
  /** Found, not shown. */
  readonly text: string
}

/** A result without its text. */
export type Found = Omit<SearchEntry, 'text'>

/** Examples: `/news/patient-journey/alan` is a story, `/news/open-day` news, `/news` a page. */
export function kindOf(path: string): SearchKind {
  if (path.startsWith('/news/patient-journey/')) return 'story'
  if (path.startsWith('/news/')) return 'news'
  if (path.startsWith('/information-hub/')) return 'information'
  return path.startsWith('/event/') ? 'event' : 'page'
}

/** What a visitor typed, without control characters and spaces too many, cut to the length that is read. */
export const searchedWords = (typed: string | null): string =>
  [...(typed ?? '').slice(0, 10 * MOST_SEARCHED).replace(/[\s\p{C}]+/gu, ' ')]
    .slice(0, MOST_SEARCHED)
    .join('')
    .trim()

/** The results by kind, each with its first ones: the kind of the best result first. `found` is ordered by how well each fits. */
export function byKind(found: readonly Found[]): { kind: SearchKind; found: readonly Found[] }[] {
  const kinds = new Map<SearchKind, Found[]>()
  for (const one of found) {
    const kind = kindOf(one.path)
    const ofKind = kinds.get(kind) ?? []
    kinds.set(kind, ofKind)
    if (ofKind.length < MOST_OF_KIND) ofKind.push(one)
  }
  return [...kinds].map(([kind, ofKind]) => ({ kind, found: ofKind }))
}
