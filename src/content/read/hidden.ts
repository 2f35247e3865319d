/** The result of a query without the documents `hidden`: gone from lists, null elsewhere. Documents are known by `_id`. Pure. */
export function withoutHidden(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (hidden.size === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return value
      .filter((item) => !isHidden(item, hidden))
      .map((item) => withoutHidden(item, hidden))
  }
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    isHidden(field, hidden) ? null : withoutHidden(field, hidden),
  ])
  return Object.fromEntries(fields)
}

const isHidden = (value: unknown, hidden: ReadonlySet<string>) =>
  hidden.has(String((value as { _id?: unknown } | null)?._id))
