import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ENDPOINTS } from '#app/contract/all.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { londonDate } from '#core/rules/time.ts'
import { getEvent } from '#events/contract/events.ts'
import { type ApiSite, apiSite } from '#tests/fixtures/api-site.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'
import {
  type Answer,
  createVisitor,
  newPatient,
  type Sending,
  signedIn,
  type Visitor,
} from '#tests/fixtures/visitor.ts'
import { invalidInputs, type Known, validInputs } from '#tests/integration/api/arbitrary.ts'
import { faultOf, type OpenApi } from '#tests/integration/api/check-response.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { capture, hold, order, settle } from '#tests/integration/payments/payment-scenario.ts'

const INPUTS_PER_ENDPOINT = IS_LONG ? 1_000 : 16
const CONCURRENCY = 8

let paypal: TestPaypal
let site: ApiSite
let url: string
let known: Known
let openApi: OpenApi
let accounts: { userId: string; email: string }[]

beforeAll(async () => {
  paypal = await testPaypal()
  const env = paypal.env as Record<string, string>
  site = await apiSite({ env: { ...env, LOG_LEVEL: 'error' } })
  url = site.urls[0] ?? ''
  const { database } = site.test
  const events = [
    await buildEvent(database),
    await buildEvent(database, { total_spaces: 3, places_per_slot: 2 }),
    await buildEvent(database, { price_pence: 2500, payment_required: true }),
    await buildEvent(database, { end_time: null, session_minutes: null, event_name: null }),
  ]
  const [slot = new Date()] = await slotsOf(database, events[0] ?? 0)
  const patients = await Promise.all(Array.from({ length: 4 }, () => newPatient(database, url)))
  const payers = await Promise.all([1, 2, 3].map(() => newPatient(database, url)))
  const stranger = { userId: randomUUID(), email: 'stranger@example.org' }
  accounts = [stranger, ...patients, ...payers]
  known = {
    ids: [...events, ...patients.map(({ profileId }) => profileId)],
    uuids: [randomUUID()],
    emails: accounts.map(({ email }) => email),
    days: [londonDate(slot), '1961-02-03'],
    orders: await ordersOf(events[2] ?? 0, payers),
  }
  openApi = (await createVisitor(url).send('GET', '/openapi.json')).body as OpenApi
})
afterAll(async () => {
  await site.close()
  await paypal.stop()
})

/** The orders of three payments: paid, still checked by the provider, begun. The provider itself knows none of them. */
async function ordersOf(eventId: number, payers: readonly { profileId: number }[]) {
  const { database } = site.test
  const slots = await slotsOf(database, eventId)
  const ids = payers.map(async ({ profileId }, n) => {
    const place = { eventId, profileId, slot: slots[n] ?? new Date() }
    const paymentId = await order(database, { ...place, holdId: await hold(database, place) })
    if (n < 2) {
      await capture(database, paymentId, profileId)
      await settle(database, paymentId, n === 0 ? 'COMPLETED' : 'PENDING')
    }
    return `ORDER-${paymentId}`
  })
  return Promise.all(ids)
}

/** New sessions with unused rate limits; adds the current appointments and sessions to the known ids. */
async function newCallers(): Promise<Visitor[]> {
  const { database } = site.test
  await database.query('delete from app.rate_limits')
  const { rows } = await database.query<{ id: string }>(
    'select appointment_id as id from app.appointments union all select session_id from app.sessions limit 50',
  )
  known = { ...known, uuids: [...known.uuids, ...rows.map(({ id }) => id)] }
  const visitors = accounts.map((account) => signedIn(database, url, account))
  return [createVisitor(url), ...(await Promise.all(visitors))]
}

/** Runs `work` on every item, CONCURRENCY at a time; items start in order. */
async function each<Item>(items: readonly Item[], work: (item: Item, n: number) => Promise<void>) {
  const queue = items.entries()
  const worker = async () => {
    for (const [n, item] of queue) await work(item, n)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

type Mismatch = { fault: string; sent: unknown; answer: string }

async function faultsOf<Item>(
  endpoint: Endpoint,
  items: readonly Item[],
  ask: (visitor: Visitor, item: Item) => Promise<Answer>,
): Promise<Mismatch[]> {
  const visitors = await newCallers()
  const bad: Mismatch[] = []
  await each(items, async (item, n) => {
    const visitor = visitors[n % visitors.length]
    if (visitor === undefined) return
    const answer = await ask(visitor, item)
    const fault = faultOf(endpoint, answer, openApi)
    if (fault !== undefined) bad.push({ fault, sent: item, answer: answer.text.slice(0, 300) })
  })
  return bad
}

const rawBody = fc.record<Sending>({
  body: fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.json(),
    fc.constantFrom('[]', 'null', '{', '{"__proto__": 1}', '[{}]', '1', '"text"', ''),
    fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(bytes)),
  ),
  headers: fc.constantFrom<Record<string, string>>(
    { 'content-type': 'application/json' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json; charset=utf-16' },
  ),
})

describe('every endpoint with random input', () => {
  const seed = inject('seed')

  it.each(ENDPOINTS)(
    'API-06 $name: the response to valid input matches the contract',
    async (endpoint) => {
      const inputs = validInputs(endpoint, known, seed, INPUTS_PER_ENDPOINT)
      const bad = await faultsOf(endpoint, inputs, (visitor, input) =>
        visitor.call(endpoint, input),
      )
      expect(bad.slice(0, 3), `${bad.length} of ${inputs.length}`).toEqual([])
    },
  )

  it.each(ENDPOINTS)(
    'API-06 $name: the response to invalid input matches the contract',
    async (endpoint) => {
      const inputs = invalidInputs(endpoint, known, seed, INPUTS_PER_ENDPOINT)
      const bad = await faultsOf(endpoint, inputs, (visitor, input) =>
        visitor.call(endpoint, input),
      )
      expect(bad.slice(0, 3), `${bad.length} of ${inputs.length}`).toEqual([])
    },
  )

  it.each(ENDPOINTS.filter(({ method }) => method === 'POST' || method === 'PATCH'))(
    'API-06 $name: the response to a malformed body matches the contract',
    async (endpoint) => {
      const path = endpoint.path.replace(/:\w+/g, known.uuids[0] ?? '')
      const bodies = fc.sample(rawBody, { seed, numRuns: INPUTS_PER_ENDPOINT / 2 })
      const bad = await faultsOf(endpoint, bodies, (visitor, sending) =>
        visitor.send(endpoint.method, path, sending),
      )
      expect(bad.slice(0, 3), `${bad.length} of ${bodies.length}`).toEqual([])
    },
  )

  it('BOOK-07 violates no database invariant and logs no failed request', async () => {
    expect(await findViolations(site.test.database)).toEqual([])
    expect(site.logs()).not.toContain('request failed')
  })
})

describe('an answer that breaks the contract does not pass', () => {
  const change = (answer: Answer, changes: Partial<Answer>): Answer => ({ ...answer, ...changes })
  const plain = new Headers({ 'content-type': 'text/plain' })

  it.each<[string, number, (answer: Answer) => Answer]>([
    ['status 500', 200, (answer) => change(answer, { status: 500 })],
    ['another media type', 200, (answer) => change(answer, { headers: plain })],
    ['status 202 is not described', 200, (answer) => change(answer, { status: 202 })],
    ['unexpected output', 200, ({ body, ...rest }) => ({ ...rest, body: { ...body, price: 'x' } })],
    ['unknown reason', 404, ({ body, ...rest }) => ({ ...rest, body: { ...body, reason: 'x' } })],
    ['no error text', 404, ({ body, ...rest }) => ({ ...rest, body: { ...body, error: '' } })],
    ['unknown fields', 404, ({ body, ...rest }) => ({ ...rest, body: { ...body, stack: 'x' } })],
    [
      'a library',
      404,
      ({ body, ...rest }) => ({ ...rest, body: { ...body, fields: { id: 'Invalid input' } } }),
    ],
    ['the request id', 404, (answer) => change(answer, { headers: new Headers(answer.headers) })],
  ])('%s of an answer %i', async (fault, status, broken) => {
    const event_id = status === 200 ? known.ids[0] : 999_999
    const answer = await createVisitor(url).call(getEvent, { event_id })
    expect(answer.status).toBe(status)
    expect(faultOf(getEvent, answer, openApi)).toBeUndefined()
    const changed = broken(answer)
    if (fault === 'the request id') changed.headers.set('x-request-id', 'another')
    expect(faultOf(getEvent, changed, openApi)).toContain(fault)
  })
})
