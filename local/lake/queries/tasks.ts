import type { LakeDocument } from '../document.ts'
import type { Perspective } from '../perspective.ts'
import type { QueryContext } from '../query.ts'

type Asked = { query: string; params: Record<string, unknown>; context: QueryContext }

/** Work for the query worker. Documents with a key are cloned, so they hold plain data only. */
export type Task =
  /** The result is JSON text of at most `resultLength` characters. */
  | ({ kind: 'query'; perspective: Perspective; resultLength: number } & Asked)
  /** Whether the query selects each document when it is the only one; null is never selected. */
  | ({ kind: 'match'; documents: (LakeDocument | null)[] } & Asked)

/** A changed document; `after` is null when it was deleted. */
export type Replaced = { id: string; after: LakeDocument | null }

/** Main thread to worker. Messages keep their order, so a query sees every change that was sent before it. */
export type ToWorker = { kind: 'changes'; changes: Replaced[] } | { kind: 'task'; task: Task }

/** Worker to main thread: one `done` or `refused` per task. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'done'; value: string | boolean[] }
  | { kind: 'refused'; status: number; message: string; body: Record<string, unknown> }
