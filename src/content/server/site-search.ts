import MiniSearch, { type Options, type SearchOptions } from 'minisearch'
import type { Found, SearchEntry } from '#content/rules/search.ts'
import { plainWords } from '#core/rules/spelling.ts'

/** Words that the index and queries leave out, so that the index is 20 % smaller and 'a test for men' finds the tests. */
const COMMON = new Set(
  'a an and are as at be by can do for from has have how if in is it its of on or our that the their there they this to was we were what when which who will with you your'.split(
    ' ',
  ),
)
const MOST_LETTERS = 30
/** Of a search: with 1,500 pages each takes up to 4 ms. */
const MOST_WORDS = 8

const termOf = (word: string): string | null =>
  COMMON.has(word) || (word.length < 2 && !/\d/.test(word)) ? null : word.slice(0, MOST_LETTERS)

const OPTIONS: Options<SearchEntry> = {
  idField: 'path',
  fields: ['title', 'description', 'text'],
  storeFields: ['title', 'description'],
  tokenize: plainWords,
  processTerm: termOf,
  searchOptions: {
    tokenize: (text) => [...new Set(plainWords(text))].slice(0, MOST_WORDS),
    boost: { title: 4, description: 2 },
    prefix: (term) => term.length > 2,
  },
}

/** How many letters may be wrong: two that changed places count as two. A number is meant as it is typed. */
const fuzzy = (term: string) =>
  /\d/.test(term) || term.length < 4 ? false : term.length < 6 ? 1 : 2

/** From the strictest to the most forgiving: words as typed, words with a mistake, one of the words. */
const ATTEMPTS: readonly SearchOptions[] = [
  { combineWith: 'AND' },
  { combineWith: 'AND', fuzzy },
  { fuzzy },
]

/** Finds pages for what a visitor typed, the best first. */
export type Finder = (words: string) => readonly Found[]

function finderOf(index: MiniSearch<SearchEntry>): Finder {
  return (words) => {
    for (const attempt of ATTEMPTS) {
      const found = index.search(words, attempt)
      if (found.length > 0)
        return found.map(({ id, title, description }) => ({ path: String(id), title, description }))
    }
    return []
  }
}

function indexOf(entries: readonly SearchEntry[]): MiniSearch<SearchEntry> {
  const index = new MiniSearch(OPTIONS)
  index.addAll(entries)
  return index
}

/** The index as a build stores it. */
export const indexText = (entries: readonly SearchEntry[]): string =>
  JSON.stringify(indexOf(entries))

/** Reads a stored index at the first search. The build of an earlier version has none, and nothing is found. */
export function storedFinder(read: () => string | undefined): Finder {
  let find: Finder | undefined
  return (words) => {
    if (find === undefined) {
      const stored = read()
      find = stored === undefined ? () => [] : finderOf(MiniSearch.loadJSON(stored, OPTIONS))
    }
    return find(words)
  }
}

/** For what is in no build, such as the events. The index is kept until the entries differ. */
export function liveFinder(): (entries: readonly SearchEntry[]) => Finder {
  let kept: { readonly texts: string; readonly find: Finder } | undefined
  return (entries) => {
    const texts = JSON.stringify(entries)
    if (kept?.texts !== texts) kept = { texts, find: finderOf(indexOf(entries)) }
    return kept.find
  }
}
