import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportOwnData } from '#contract/own-data.ts'
import { buildReleased, buildResult } from '#tests/fixtures/released-result.ts'
import { auditOf, type ReadingSite, readingSite } from './reading-setup.ts'

let site: ReadingSite

beforeAll(async () => {
  site = await readingSite()
})
afterAll(() => site.close())

it('PORT-04 RES-03 the own data have the values of released results only, and each is recorded as read', async () => {
  const { database, sealer } = site
  const reader = await site.newReader()
  const { profileId } = reader
  const shown = await buildReleased(database, sealer, profileId, {
    value: '<0.1',
    comments: 'Calm.',
  })
  await buildResult(database, sealer, profileId, { value: '93.19' })
  const { status, body, text } = await reader.visitor.call(exportOwnData)
  expect(status).toBe(200)
  const sections = body['sections'] as { table: string; rows: object[] }[]
  const results = sections.find(({ table }) => table === 'results')?.rows
  expect(results).toHaveLength(2)
  expect(results).toContainEqual(
    expect.objectContaining({ value: '<0.1', unit: 'ng/mL', light: 'green', comments: 'Calm.' }),
  )
  expect(text).not.toContain('93.19')
  expect(await auditOf(database, reader)).toContain(`result-exported result:${shown.resultId}`)
})
