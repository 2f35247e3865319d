/** What decides the place of an entry in a list. */
export type Listed = {
  /** The document's id. */
  readonly id: string
  /** The entry's own number; smaller ones come first. */
  readonly order: number | undefined
  readonly name: string
}

/**
 * Every entry of a list (CMS-14): first those that the page names, in its order, then the others in the order of their
 * own number, those without one last, and by name. Ids of the page that name no entry are ignored. Pure.
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
