import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearContent, fetchContent } from '#content/read/client.ts'
import { PUBLISHED_DOCUMENTS } from '#shared/content-lake.ts'

/** A content lake's answers to the query for times, and to every other query. */
let listed: object[]
let found: unknown
let lake: Server

beforeEach(async () => {
  lake = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://lake').searchParams.get('query')
    const result = query === PUBLISHED_DOCUMENTS ? listed : found
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ result }))
  })
  await new Promise<void>((resolve) => lake.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('SANITY_PROJECT_ID', 'halyard0')
  vi.stubEnv('SANITY_DATASET', 'production')
  vi.stubEnv('SANITY_API_HOST', `http://127.0.0.1:${(lake.address() as AddressInfo).port}`)
  clearContent()
})
afterEach(() => {
  clearContent()
  vi.unstubAllEnvs()
  lake.closeAllConnections()
  lake.close()
})

const FIGURES = `*[_type == "yearStatistics"] | order(year desc){
  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,
  highRiskNormal, lowRisk, elderlyLowPsa, note
}`

it('CMS-08 a document that was published after the times were read is not shown: its own times are unknown', async () => {
  listed = [{ _id: 'known', _rev: '1', _type: 'yearStatistics' }]
  found = [
    { _id: 'known', note: { file: { _id: 'file-abc-pdf' }, other: { _id: 'published-later' } } },
    { _id: 'published-later' },
  ]
  expect(await fetchContent(FIGURES as never)).toEqual([
    { _id: 'known', note: { file: { _id: 'file-abc-pdf' }, other: null } },
  ])
})

it('CMS-08 a document is not shown before its start', async () => {
  listed = [
    { _id: 'known', _rev: '1', _type: 'yearStatistics' },
    { _id: 'later', _rev: '1', _type: 'yearStatistics', publishAt: '2999-01-01T09:00:00Z' },
  ]
  found = [{ _id: 'later' }, { _id: 'known' }]
  expect(await fetchContent(FIGURES as never)).toEqual([{ _id: 'known' }])
})
