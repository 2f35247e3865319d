import { afterEach, expect, it, vi } from 'vitest'
import { LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

const apiOf = async () => (await import('../../../studio/sanity.cli.ts')).default.api

it('CMS-03 Sanity’s commands take project and dataset from the environment, else those of the local lake', async () => {
  vi.stubEnv('SANITY_PROJECT_ID', 'abcd1234')
  vi.stubEnv('SANITY_DATASET', 'staging')
  expect(await apiOf()).toEqual({ projectId: 'abcd1234', dataset: 'staging' })
  vi.resetModules()
  vi.stubEnv('SANITY_PROJECT_ID', '')
  vi.stubEnv('SANITY_DATASET', '')
  expect(await apiOf()).toEqual({ projectId: LAKE_PROJECT_ID, dataset: 'production' })
})
