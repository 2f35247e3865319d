import { isRecord } from '../../../src/domain/record.ts'

/** `cost`: evaluation steps of an expression; `size`: elements of its value. Both are upper estimates. */
type Estimate = { cost: number; size: number }
type Node = Record<string, unknown>

/** Elements assumed for an array that is a field of a document. */
const FIELD_SIZE = 5
/** Elements assumed for a text that is split. */
const SPLIT_SIZE = 100
/** `references()` reads the whole document. */
const REFERENCES_COST = 20

/**
 * Estimates the steps to evaluate a query on `documentCount` documents: each filter and projection inside another one
 * multiplies. Arrays in fields are assumed to be short, so the time limit is needed as well.
 */
export function costOf(tree: unknown, documentCount: number): number {
  return estimate(tree, documentCount).cost
}

function estimate(tree: unknown, count: number): Estimate {
  if (Array.isArray(tree)) return together(tree.map((child) => estimate(child, count)))
  if (!isRecord(tree)) return { cost: 0, size: 0 }
  const of = (child: unknown) => estimate(child, count)
  switch (tree['type']) {
    case 'Everything':
      return { cost: count, size: count }
    case 'Value': {
      const size = Array.isArray(tree['value']) ? tree['value'].length : 1
      return { cost: size, size }
    }
    case 'Filter':
    case 'Map':
      return repeated(of(tree['base']), of(tree['expr']), 1)
    case 'FlatMap':
      return repeated(of(tree['base']), of(tree['expr']), of(tree['expr']).size)
    case 'PipeFuncCall':
      return sorted(of(tree['base']), of(tree['args']))
    case 'Slice':
      return { ...of(tree['base']), size: Math.min(of(tree['base']).size, widthOf(tree)) }
    case 'AccessElement':
      return { ...of(tree['base']), size: FIELD_SIZE }
    case 'AccessAttribute':
      return { cost: of(tree['base']).cost + 1, size: FIELD_SIZE }
    case 'FuncCall':
      return called(tree, of(tree['args']))
    default:
      return others(tree, count)
  }
}

function together(parts: Estimate[]): Estimate {
  return {
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    size: parts.reduce((sum, { size }) => sum + size, 0),
  }
}

function others(tree: Node, count: number): Estimate {
  const { cost, size } = together(Object.values(tree).map((child) => estimate(child, count)))
  return { cost: cost + 1, size: Math.max(size, 1) }
}

function repeated(base: Estimate, body: Estimate, grows: number): Estimate {
  return { cost: base.cost + base.size * (body.cost + 1), size: base.size * Math.max(grows, 1) }
}

function sorted(base: Estimate, by: Estimate): Estimate {
  const steps = base.size * (by.cost + Math.log2(base.size + 2))
  return { cost: base.cost + steps, size: base.size }
}

function widthOf({ left, right }: Node): number {
  const width = Number(right) - Number(left) + 1
  return width > 0 ? width : Number.POSITIVE_INFINITY
}

function called({ name }: Node, args: Estimate): Estimate {
  const more = name === 'references' ? REFERENCES_COST : 1
  const size = name === 'split' ? Math.max(args.size, SPLIT_SIZE) : Math.max(args.size, 1)
  return { cost: args.cost + more, size }
}
