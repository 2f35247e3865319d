import type { Caller } from '../accounts.ts'
import { QUERY_LIMITS } from '../limits.ts'
import type { Store } from '../store.ts'
import { QueryRunner } from './query-runner.ts'

/** The query workers: one for anonymous callers, which holds no drafts, and one for staff. */
export type Queries = {
  of: (caller: Caller | undefined) => QueryRunner
  close: () => Promise<void>
}

export function openQueries(store: Store, limits = QUERY_LIMITS): Queries {
  const visitors = new QueryRunner(store, limits.visitor, true)
  const staff = new QueryRunner(store, limits.staff, false)
  return {
    of: (caller) => (caller ? staff : visitors),
    close: async () => {
      await Promise.all([visitors.close(), staff.close()])
    },
  }
}
