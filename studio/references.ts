/** Whether a value refers to a document in a way that holds it: a weak reference, as in a link, lets it go. Pure. */
export function refersStrongly(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { _ref, _weak } = value as { _ref?: unknown; _weak?: unknown }
  if (_ref === id) return _weak !== true
  return Object.values(value).some((inner) => refersStrongly(inner, id))
}
