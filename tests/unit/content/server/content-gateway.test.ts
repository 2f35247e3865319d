import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ContentGateway, contentGateway } from '#core/server/gateways/content.ts'

/* The gateway against a content lake that answers when the test says so. */
const MINUTE = 60_000
const waiting: ServerResponse[] = []
const lake = createServer((_, response) => waiting.push(response))
const warn = vi.fn()

let apiHost: string
let gateway: ContentGateway
let now = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => lake.listen(0, '127.0.0.1', resolve))
  apiHost = `http://127.0.0.1:${(lake.address() as AddressInfo).port}`
})
afterAll(() => lake.close())
beforeEach(() => {
  now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  warn.mockClear()
  gateway = contentGateway({ projectId: 'halyard0', dataset: 'production', apiHost }, {
    warn,
  } as never)
})
afterEach(() => vi.restoreAllMocks())

const asked = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count))

function answer(charityName: string, index = 0, more: object = {}): void {
  const [response] = waiting.splice(index, 1)
  const rest = { product: 'PSA', bookingPhone: '', supportEmail: '', email: '' }
  response?.setHeader('content-type', 'application/json')
  response?.end(JSON.stringify({ result: { charityName, ...rest, ...more }, ms: 1, query: '' }))
}

async function readFirst(name: string): Promise<void> {
  const first = gateway.charity()
  await asked(1)
  answer(name)
  expect((await first).charityName).toBe(name)
}

it('reads site settings once for all callers that wait', async () => {
  const all = Promise.all(Array.from({ length: 50 }, () => gateway.charity()))
  await asked(1)
  answer('First')
  expect(new Set((await all).map(({ charityName }) => charityName))).toEqual(new Set(['First']))
  expect(waiting).toHaveLength(0)
})

it('answers the last known settings at once while they are read again', async () => {
  await readFirst('First')
  now += 5 * MINUTE + 1
  expect((await gateway.charity()).charityName).toBe('First')
  expect((await gateway.charity()).charityName).toBe('First')
  await asked(1)
  answer('Second')
  await vi.waitFor(async () => expect((await gateway.charity()).charityName).toBe('Second'))
})

it('reads again after a publication, and ignores what was read before it', async () => {
  await readFirst('First')
  now += 5 * MINUTE + 1
  await gateway.charity()
  await asked(1)
  gateway.clearCache()
  const next = gateway.charity()
  await asked(2)
  answer('New', 1)
  expect((await next).charityName).toBe('New')
  answer('Old')
  expect((await gateway.charity()).charityName).toBe('New')
})

it('keeps the last known settings when a read fails, and tries again after ten seconds', async () => {
  await readFirst('First')
  now += 5 * MINUTE + 1
  await gateway.charity()
  await asked(1)
  waiting.splice(0)[0]?.destroy()
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1))
  expect((await gateway.charity()).charityName).toBe('First')
  expect(waiting).toHaveLength(0)
  now += 10_001
  expect((await gateway.charity()).charityName).toBe('First')
  await asked(1)
  answer('Third')
  await vi.waitFor(async () => expect((await gateway.charity()).charityName).toBe('Third'))
})

it.each([
  ['a percentage and pence', { percent: 1.4, pence: 20 }, { percent: 1.4, pence: 20 }],
  ['none', null, { percent: 0, pence: 0 }],
  ['more than 10 percent', { percent: 10.01, pence: 0 }, { percent: 0, pence: 0 }],
  ['less than nothing', { percent: -1, pence: 20 }, { percent: 0, pence: 0 }],
  ['half a penny', { percent: 1, pence: 0.5 }, { percent: 0, pence: 0 }],
])('PAY-08 the processing charge of the settings: %s', async (_, paymentCharge, expected) => {
  const read = gateway.charity()
  await asked(1)
  answer('First', 0, { paymentCharge })
  expect((await read).paymentCharge).toEqual(expected)
  expect((await read).charityName).toBe('First')
})

it('CMS-17 the advice of a reminder and the postal address have the values of the settings that they name', async () => {
  const first = gateway.charity()
  await asked(1)
  answer('First', 0, {
    bookingPhone: '01632 960 117',
    address: ['{Name of the charity}', 'The Old Sail Loft'],
    preparationAdvice: ['Call {Booking helpline} or {General enquiries}.', 'Wear {loose} sleeves.'],
  })
  const { address, preparationAdvice } = await first
  expect(address).toEqual(['First', 'The Old Sail Loft'])
  expect(preparationAdvice).toEqual(['Call 01632 960 117 or .', 'Wear {loose} sleeves.'])
})
