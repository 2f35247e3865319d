import type { LakeDocument } from './document.ts'

/** Stored documents are immutable, so their references can be cached. */
const known = new WeakMap<LakeDocument, ReadonlySet<string>>()

/** Ids of strong references; their targets must exist. */
export function strongReferences(document: LakeDocument): ReadonlySet<string> {
  const before = known.get(document)
  if (before) return before
  const found = new Set<string>()
  collect(document, found, false)
  known.set(document, found)
  return found
}

/** Ids of all references, weak and strong. */
export function allReferences(document: LakeDocument): Set<string> {
  const found = new Set<string>()
  collect(document, found, true)
  return found
}

function collect(value: unknown, found: Set<string>, weakToo: boolean): void {
  if (typeof value !== 'object' || value === null) return
  const { _ref, _weak, _dataset } = value as Record<string, unknown>
  if (typeof _ref === 'string' && !_dataset && (weakToo || !_weak)) found.add(_ref)
  for (const child of Object.values(value)) collect(child, found, weakToo)
}
