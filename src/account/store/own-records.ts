import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '#core/contract/call.ts'
import { latestOnly } from '#core/store/latest-only.ts'

export type OwnRecords<Value extends object> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'loaded' } & Value)

/** A list of the patient's own records. The response to an outdated request is dropped. */
export function ownRecords<Value extends object, Args extends unknown[]>(
  read: (...args: Args) => Promise<{ readonly ok: true; readonly value: Value } | Failure<string>>,
): {
  readonly $records: ReadableAtom<OwnRecords<Value>>
  readonly load: (...args: Args) => Promise<void>
} {
  const $records = atom<OwnRecords<Value>>({ state: 'loading' })
  const beginLoad = latestOnly()
  return {
    $records,
    async load(...args) {
      const isLatest = beginLoad()
      const answer = await read(...args)
      if (!isLatest()) return
      if (answer.ok) $records.set({ state: 'loaded', ...answer.value })
      else $records.set({ state: 'failed' })
    },
  }
}
