import { evaluateSync, parse, toJS } from 'groq-js'
import type { LakeDocument } from './document.ts'
import { queryError } from './errors.ts'
import type { DatasetView } from './perspective.ts'
import { planned } from './query-plan.ts'

/** The part of groq-js's evaluator that we use; version 2.0.0 ships without the types of that module. */
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

type QueryContext = { identity: string; projectId: string; dataset: string; now: Date }

/** Answers a GROQ query on a view; a query that cannot be read or run is the caller's error, never ours. */
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
