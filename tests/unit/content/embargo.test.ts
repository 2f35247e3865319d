import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fetchContent } from '#content/read/reading.ts'
import { PUBLISHED_DOCUMENTS } from '#shared/content-lake.ts'
import { prepareContent } from '../../../integrations/prepare-content.ts'

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
})
afterEach(() => {
  lake.closeAllConnections()
  lake.close()
})

const FIGURES = `*[_type == "yearStatistics"] | order(year desc){
  _id, year, tests, abnormal, cancers, radicalTreatment, activeSurveillance,
  highRiskNormal, lowRisk, elderlyLowPsa, note
}`

/** What a build reads of the figures. */
async function shown(): Promise<unknown> {
  const apiHost = `http://127.0.0.1:${(lake.address() as AddressInfo).port}`
  const content = { projectId: 'halyard0', dataset: 'production', apiHost }
  let result: unknown
  const readAll = async () => {
    result = await fetchContent(FIGURES as never)
  }
  await prepareContent({ content, at: new Date(), readAll })
  return result
}

it('CMS-08 a document that was published after the times were read is not shown: its own times are unknown', async () => {
  listed = [{ _id: 'known', _rev: '1', _type: 'yearStatistics' }]
  found = [
    { _id: 'known', note: { file: { _id: 'file-abc-pdf' }, other: { _id: 'published-later' } } },
    { _id: 'published-later' },
  ]
  expect(await shown()).toEqual([
    { _id: 'known', note: { file: { _id: 'file-abc-pdf' }, other: null } },
  ])
})

it('CMS-08 a document is not shown before its start', async () => {
  listed = [
    { _id: 'known', _rev: '1', _type: 'yearStatistics' },
    { _id: 'later', _rev: '1', _type: 'yearStatistics', publishAt: '2999-01-01T09:00:00Z' },
  ]
  found = [{ _id: 'later' }, { _id: 'known' }]
  expect(await shown()).toEqual([{ _id: 'known' }])
})
