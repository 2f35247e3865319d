import type { LakeDocument } from './document.ts'

/** The opcodes of Sanity's Mendoza format that whole fields need. */
const VALUE = 0
const OBJECT_SET_FIELD_VALUE = 17
const OBJECT_DELETE_FIELD = 19

/**
 * A Mendoza patch that turns one document into another, field by whole field: longer than the hosted lake's, and read
 * by the same code. Fields are deleted by their place in the sorted order of names.
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
