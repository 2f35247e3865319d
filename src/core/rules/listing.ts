/** The sort keys of a list entry. */
export type Listed = {
  /** The id of its document. */
  readonly id: string
  /** The entry's own position; smaller numbers come first. */
  readonly order: number | undefined
  readonly name: string
}

/**
 * Sorts the entries of a list (CMS-14): first those that the page names, in its order, then the others by their own
 * number (without one: last) and by name. Ids without an entry are ignored. Pure.
 */
export function listed<Item extends Listed>(
  items: readonly Item[],
  named: readonly string[],
): Item[] {
  const place = new Map(named.map((id, index) => [id, index]))
  const placeOf = ({ id }: Listed) => place.get(id) ?? named.length
  const orderOf = ({ order }: Listed) => order ?? Number.POSITIVE_INFINITY
  return items.toSorted(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      compare(orderOf(a), orderOf(b)) ||
      a.name.localeCompare(b.name, 'en-GB') ||
      compare(a.id, b.id),
  )
}

const compare = <Value extends number | string>(a: Value, b: Value): number =>
  a === b ? 0 : a < b ? -1 : 1
