import { arrayToJSONMatchPath, extractWithPath } from '@sanity/mutator'
import type { LakeDocument } from './document.ts'
import { invalidMutation } from './errors.ts'

type Patch = Record<string, unknown>

/** A quoted string, whose brackets are text, or a step `[*]` or `[]` of a path. */
const QUOTED_OR_STEP = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[\s*\*?\s*\]/g
const STEP = /^\[\s*(\*?)\s*\]$/

/**
 * Replaces `[*]` in the paths of a patch by the indices of the document's arrays, because Sanity's mutator does not
 * support it. Throws 400 for `[]`, which the mutator would ignore, and for `[*]` in an insertion.
 */
export function withoutEveryItem(document: LakeDocument, patch: Patch): Patch {
  const expanded = Object.entries(patch).map(([kind, value]) => {
    if (kind === 'insert') return [kind, requireOnePlace(value as Patch)]
    if (Array.isArray(value))
      return [kind, value.flatMap((path) => pathsOf(String(path), document))]
    const entries = Object.entries(value as Patch).flatMap(([path, content]) =>
      pathsOf(path, document).map((one) => [one, content]),
    )
    return [kind, Object.fromEntries(entries)]
  })
  return Object.fromEntries(expanded)
}

function requireOnePlace(insert: Patch): Patch {
  for (const path of [insert['before'], insert['after'], insert['replace']])
    if (typeof path === 'string' && firstStep(path))
      throw invalidMutation(`"insert" needs one place, and "${path}" names every item`)
  return insert
}

/** The path, with indices instead of `[*]` for each array that it matches. */
function pathsOf(path: string, document: LakeDocument): string[] {
  const step = firstStep(path)
  if (!step) return [path]
  const [before, after] = [path.slice(0, step.start), path.slice(step.end)]
  const arrays = before === '' ? [] : extractWithPath(before, document)
  return arrays.flatMap(({ path: found, value }) => {
    if (!Array.isArray(value) || value.length === 0) return []
    const place = arrayToJSONMatchPath(found)
    const indices = [...value.keys()]
    // One path with all indices: separate removals would shift the items that follow.
    if (!firstStep(after)) return [`${place}[${indices.join(',')}]${after}`]
    return indices.flatMap((index) => pathsOf(`${place}[${index}]${after}`, document))
  })
}

/** The position of the first `[*]` in a path. */
function firstStep(path: string): { start: number; end: number } | undefined {
  for (const match of path.matchAll(QUOTED_OR_STEP)) {
    const [, star] = STEP.exec(match[0]) ?? []
    if (star === '') throw invalidMutation(`"${path}" has an empty step; every item is [*]`)
    if (star) return { start: match.index, end: match.index + match[0].length }
  }
  return
}
