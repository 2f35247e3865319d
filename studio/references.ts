/** Whether a value contains a strong reference to a document, which prevents its deletion; a weak one, as in a link, does not. Pure. */
export function refersStrongly(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { _ref, _weak } = value as { _ref?: unknown; _weak?: unknown }
  if (_ref === id) return _weak !== true
  return Object.values(value).some((inner) => refersStrongly(inner, id))
}
