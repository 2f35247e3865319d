import type { SearchKind } from '#content/rules/search.ts'

/** The texts of the search (SITE-17). */
export const SEARCH_TEXTS = {
  title: 'Search',
  label: 'Search this site',
  submit: 'Search',
  hint: 'For example a question, a town or the name of a club.',
  /** Of the whole site. */
  count: (results: number, words: string) =>
    `${results} ${results === 1 ? 'result' : 'results'} for ‘${words}’`,
  none: (words: string) => `Nothing found for ‘${words}’`,
  tips: 'Check the spelling, or try fewer or other words.',
  eventsMissing: 'The events cannot be searched at the moment.',
  tooMany: 'There were too many searches from your network. Please try again in a few minutes.',
  near: 'Find events near a town or postcode',
} as const

export const SEARCH_KIND_TITLES = {
  event: 'Events',
  page: 'Pages',
  information: 'Information',
  story: 'Patient stories',
  news: 'News',
} as const satisfies Record<SearchKind, string>
