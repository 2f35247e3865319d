import { expect, it, vi } from 'vitest'
import { QUERY_LIMITS } from '#local/lake/limits.ts'
import { QueryRunner } from '#local/lake/queries/query-runner.ts'

const CONTEXT = { identity: 'anonymous', projectId: 'p', dataset: 'd', now: new Date(0) }

it('a worker that cannot be started fails its query only: the next one is asked again', async () => {
  const documents = vi.fn(() => {
    throw new Error('ERR_WORKER_INIT_FAILED')
  })
  const store = { documents, subscribe: () => () => undefined }
  const runner = new QueryRunner(store, QUERY_LIMITS.visitor, true)
  const ask = () => runner.query({ query: '*', params: {}, context: CONTEXT }, 'raw')
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('ERR_WORKER_INIT_FAILED')
  await expect(ask()).rejects.toThrow('ERR_WORKER_INIT_FAILED')
  expect(documents).toHaveBeenCalledTimes(3)
})
