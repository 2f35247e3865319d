import type { LakeDocument } from './document.ts'

/** Ids that a document refers to strongly: their targets must exist. */
export function strongReferences(document: LakeDocument): Set<string> {
  const found = new Set<string>()
  collect(document, found)
  return found
}

function collect(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { _ref, _weak, _dataset } = value as Record<string, unknown>
  if (typeof _ref === 'string' && !_weak && !_dataset) found.add(_ref)
  for (const child of Object.values(value)) collect(child, found)
}
