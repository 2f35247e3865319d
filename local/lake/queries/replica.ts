import type { LakeDocument } from '../document.ts'
import { type DatasetView, type Perspective, viewOf } from '../perspective.ts'
import type { Replaced } from './tasks.ts'

const MAX_VIEWS = 8

/** The query worker's copy of the documents that its callers may see. */
export class Replica {
  readonly #documents = new Map<string, LakeDocument>()
  readonly #views = new Map<string, DatasetView>()

  apply(changes: readonly Replaced[]): void {
    for (const { id, after } of changes) {
      if (after) this.#documents.set(id, after)
      else this.#documents.delete(id)
    }
    this.#views.clear()
  }

  /** The documents of a perspective; cached until the next change. */
  view(perspective: Perspective): DatasetView {
    const key = perspective === 'raw' ? 'raw' : `layers:${perspective.join()}`
    const known = this.#views.get(key)
    if (known) return known
    const view = viewOf(this.#documents.values(), perspective)
    if (this.#views.size >= MAX_VIEWS) this.#views.clear()
    this.#views.set(key, view)
    return view
  }
}
