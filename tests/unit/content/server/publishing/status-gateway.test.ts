import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type PublishingStatusGateway,
  publishingStatusGateway,
} from '#content/server/gateways/publishing-status.ts'
import { createLogger } from '#core/server/logger.ts'

let lake: Server
let isRefusing: boolean
/** The mutations that the content lake accepted. */
let written: Record<string, Record<string, unknown>>[]
let status: PublishingStatusGateway

beforeEach(async () => {
  isRefusing = false
  written = []
  lake = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (!isRefusing) written.push(...JSON.parse(Buffer.concat(parts).toString()).mutations)
      response.setHeader('content-type', 'application/json')
      response.writeHead(isRefusing ? 403 : 200).end('{"transactionId":"t","results":[]}')
    })
  })
  await new Promise<void>((resolve) => lake.listen(0, '127.0.0.1', resolve))
  const apiHost = `http://127.0.0.1:${(lake.address() as AddressInfo).port}`
  const env = { projectId: 'halyard0', dataset: 'production', apiHost }
  status = publishingStatusGateway(env as never, 'token', createLogger('silent'))
})
afterEach(() => {
  lake.closeAllConnections()
  lake.close()
})

const at = (time: string) => new Date(`2026-12-01T${time}Z`)
const kinds = () =>
  written.map((mutation) => {
    const [kind, body] = Object.entries(mutation)[0] ?? []
    return [kind, body?.['_id'] ?? body?.['id']]
  })

it('CMS-09 a failed write is repeated with the next report, the record before the state', async () => {
  isRefusing = true
  await status.record({ documents: [{ id: 'old' }] })
  await status.tell({ state: 'building', at: at('09:00:00') })
  await status.record({ documents: [{ id: 'new' }] })
  await status.tell({ state: 'live', at: at('09:01:00') })
  expect(written).toEqual([])
  isRefusing = false
  await status.seen(at('09:11:00'))
  expect(kinds()).toEqual([
    ['createOrReplace', 'site.release'],
    ['createOrReplace', 'site.publishing'],
  ])
  expect(written[0]?.['createOrReplace']?.['documents']).toEqual([{ _key: 'new', id: 'new' }])
  expect(written[1]?.['createOrReplace']).toMatchObject({
    state: 'live',
    at: '2026-12-01T09:01:00.000Z',
    seenAt: '2026-12-01T09:11:00.000Z',
  })
  await status.seen(at('09:21:00'))
  expect(kinds().slice(2)).toEqual([['patch', 'site.publishing']])
})
