import { evaluateSync, parse, toJS } from 'groq-js'
import type { LakeDocument } from './document.ts'
import { queryError } from './errors.ts'
import type { DatasetView } from './perspective.ts'
import { planned } from './query-plan.ts'

/** groq-js 2.0.0 ships without the types of its evaluator. */
type Evaluate = (
  tree: unknown,
  options: {
    dataset: LakeDocument[]
    params: Record<string, unknown>
    identity?: string
    timestamp: Date
    sanity: { projectId: string; dataset: string }
    dereference: (reference: { _ref: string }) => LakeDocument | null
  },
) => unknown

const evaluate = evaluateSync as unknown as Evaluate
const asJson = toJS as unknown as (value: unknown) => unknown

export type QueryContext = { identity: string; projectId: string; dataset: string; now: Date }

/** Evaluates a GROQ query on a view. Throws 400 for a query that cannot be parsed or evaluated. */
export function runQuery(
  view: DatasetView,
  query: string,
  params: Record<string, unknown>,
  context: QueryContext,
): unknown {
  try {
    const tree = planned(parse(query, { params }), view.documents)
    const value = evaluate(tree, {
      dataset: view.documents,
      params,
      identity: context.identity,
      timestamp: context.now,
      sanity: { projectId: context.projectId, dataset: context.dataset },
      dereference: ({ _ref }) => view.byId.get(_ref) ?? null,
    })
    return asJson(value) ?? null
  } catch (error) {
    throw queryError(error instanceof Error ? error.message : String(error), query, position(error))
  }
}

function position(error: unknown): number {
  const at = (error as { position?: unknown }).position
  return typeof at === 'number' ? at : 0
}
