import type { LakeDocument } from './document.ts'

/** Opcodes of Sanity's Mendoza patch format; only those for whole fields are used. */
const VALUE = 0
const OBJECT_SET_FIELD_VALUE = 17
const OBJECT_DELETE_FIELD = 19

/**
 * A Mendoza patch from one document to another. It replaces whole fields, so it is longer than the hosted lake's, but
 * clients apply it in the same way. Fields are deleted by their index in the sorted field names.
 */
export function mendozaPatch(from: LakeDocument | null, to: LakeDocument | null): unknown[] {
  if (!from || !to) return [VALUE, to]
  const gone = Object.keys(from)
    .sort()
    .flatMap((field, index) => (field in to ? [] : [OBJECT_DELETE_FIELD, index]))
  const changed = Object.entries(to)
    .filter(([field, value]) => JSON.stringify(from[field]) !== JSON.stringify(value))
    .flatMap(([field, value]) => [OBJECT_SET_FIELD_VALUE, value, field])
  return [...gone, ...changed]
}

export function effectsOf(before: LakeDocument | null, after: LakeDocument | null) {
  return { apply: mendozaPatch(before, after), revert: mendozaPatch(after, before) }
}
