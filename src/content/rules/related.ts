import { plainWords } from '#core/rules/spelling.ts'

type Described = {
  readonly slug: string
  readonly title: string
  readonly description?: string | undefined
}

const MOST_RELATED = 3
/** Shorter words are in most texts. */
const LEAST_LETTERS = 4

const wordsOf = ({ title, description = '' }: Described) =>
  new Set(plainWords(`${title} ${description}`).filter((word) => word.length >= LEAST_LETTERS))

/** The entries that have each word, made once for a list. */
const indexes = new WeakMap<readonly Described[], ReadonlyMap<string, readonly Described[]>>()

function indexOf(all: readonly Described[]): ReadonlyMap<string, readonly Described[]> {
  const known = indexes.get(all)
  if (known !== undefined) return known
  const index = new Map<string, Described[]>()
  for (const entry of all) {
    for (const word of wordsOf(entry)) {
      const having = index.get(word) ?? []
      having.push(entry)
      index.set(word, having)
    }
  }
  indexes.set(all, index)
  return index
}

/**
 * The other entries of a list that share words with one, the most alike first; a word counts the more the fewer entries have it, and one
 * that a quarter of them have says nothing.
 */
export function relatedTo<Entry extends Described>(entry: Entry, all: readonly Entry[]): Entry[] {
  const index = indexOf(all) as ReadonlyMap<string, readonly Entry[]>
  const alike = new Map<Entry, number>()
  for (const word of wordsOf(entry)) {
    const having = index.get(word) ?? []
    if (having.length > Math.max(2, all.length / 4)) continue
    for (const other of having) alike.set(other, (alike.get(other) ?? 0) + 1 / having.length)
  }
  return [...alike]
    .filter(([{ slug }]) => slug !== entry.slug)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_RELATED)
    .map(([other]) => other)
}
