import { isRecord } from '../../src/core/rules/record.ts'
import type { LakeDocument } from './document.ts'

type Node = Record<string, unknown>

/**
 * Rewrites a query to an equivalent one that groq-js evaluates faster. groq-js evaluates both sides of every `&&` for
 * every document, and scans the dataset for every `*[_id == "…"]` in a projection. Here `a && b` becomes two filters in
 * sequence, and documents of one id or type are looked up once, before the evaluation.
 */
export function planned(tree: unknown, documents: readonly LakeDocument[]): unknown {
  if (Array.isArray(tree)) return tree.map((child) => planned(child, documents))
  // A literal value may look like a syntax tree, but is data.
  if (!isRecord(tree) || tree['type'] === 'Value') return tree
  if (tree['type'] === 'Filter') return plannedFilter(tree, documents)
  return withChildren(tree, documents)
}

function withChildren(node: Node, documents: readonly LakeDocument[]): Node {
  const children = Object.entries(node).map(([name, child]) => [name, planned(child, documents)])
  return Object.fromEntries(children)
}

function plannedFilter(filter: Node, documents: readonly LakeDocument[]): unknown {
  const { base, expr } = filter
  if (isRecord(expr) && expr['type'] === 'And') {
    const first = { type: 'Filter', base, expr: expr['left'] }
    return planned({ type: 'Filter', base: first, expr: expr['right'] }, documents)
  }
  const known = isRecord(base) && base['type'] === 'Everything' ? lookUp(expr) : undefined
  if (!known) return withChildren(filter, documents)
  return { type: 'Value', value: documents.filter((one) => one[known.field] === known.value) }
}

/** The condition `_id == "…"` or `_type == "…"`. */
function lookUp(expr: unknown): { field: '_id' | '_type'; value: string } | undefined {
  if (!isRecord(expr) || expr['type'] !== 'OpCall' || expr['op'] !== '==') return
  const { left, right } = expr
  if (!isRecord(left) || left['type'] !== 'AccessAttribute' || 'base' in left) return
  const field = left['name']
  if (!isRecord(right) || right['type'] !== 'Value' || typeof right['value'] !== 'string') return
  if (field !== '_id' && field !== '_type') return
  return { field, value: right['value'] }
}
