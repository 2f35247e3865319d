import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { signIn } from '#account/contract/accounts.ts'
import { ENDPOINTS } from '#app/contract/all.ts'
import { createHold } from '#booking/contract/holds.ts'
import { logError } from '#core/contract/service.ts'
import { apiSite, SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  type Answer,
  createVisitor,
  newPatient,
  signedIn,
  type Visitor,
} from '#tests/fixtures/visitor.ts'

const site = perFile(apiSite)
let url: string
let anonymous: Visitor

beforeAll(async () => {
  url = site.urls[0] ?? ''
  anonymous = createVisitor(url)
})

/** Checks the error body, and that its request id is also in the header and in the log. */
async function expectRefusal(answer: Answer, status: number, reason: string) {
  expect(answer.body).toMatchObject({ status, reason, error: expect.stringMatching(/\w/) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const id = (answer.body as { request_id: string }).request_id
  expect(id).toMatch(/^[\w-]{8,}$/)
  expect(answer.headers.get('x-request-id')).toBe(id)
  // The server is another process: its log line can arrive after the response.
  await vi.waitFor(() => expect(site.logs()).toContain(id), 10_000)
}

const report = JSON.stringify({ errorMessage: 'x', description: 'x' })
const json = { 'content-type': 'application/json' }

describe('a request that the contract does not declare', () => {
  it.each(['/', '/nothing', '/events/1/2/3', '/auth', '/%00', '/..%2f..%2fetc/passwd'])(
    'API-06 answers an unknown path with JSON 404: %s',
    async (path) => expectRefusal(await anonymous.send('GET', path), 404, 'not-found'),
  )

  it('API-06 answers another method of a known path with JSON 405 and lists the allowed methods', async () => {
    const answer = await anonymous.send('DELETE', '/events')
    await expectRefusal(answer, 405, 'method-not-allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectRefusal(
      await anonymous.send('PUT', '/holds', { body: '{}' }),
      405,
      'method-not-allowed',
    )
  })

  it('API-01 compresses the list of events for a browser that accepts it', async () => {
    for (let count = 0; count < 5; count += 1) await buildEvent(site.test.database)
    const compressed = await fetch(`${url}/api/events`, { headers: { 'accept-encoding': 'gzip' } })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    expect(compressed.headers.get('vary')).toMatch(/accept-encoding/i)
    const plain = await fetch(`${url}/api/events`, { headers: { 'accept-encoding': 'identity' } })
    expect(plain.headers.get('content-encoding')).toBeNull()
    const { events } = (await plain.json()) as { events: unknown[] }
    expect(events.length).toBeGreaterThanOrEqual(5)
    expect(await compressed.json()).toMatchObject({ events })
    const event = await fetch(`${url}/api/events/${(events[0] as { event_id: number }).event_id}`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(event.headers.get('content-encoding')).toBe('gzip')
    expect(await event.json()).toMatchObject({
      event_id: (events[0] as { event_id: number }).event_id,
    })
  })

  it('API-06 answers an unsupported content type with 415', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await anonymous.send('POST', '/logs/error', { body: '<a/>', headers })
    await expectRefusal(answer, 415, 'unsupported-media-type')
  })

  it('API-06 answers a body that is too long with 413, with or without Content-Length', async () => {
    const body = JSON.stringify({ errorMessage: 'x'.repeat(70_000), description: 'x' })
    await expectRefusal(await anonymous.send('POST', '/logs/error', { body }), 413, 'too-large')
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(body)),
    })
    const init = {
      method: 'POST',
      duplex: 'half',
      body: endless,
      headers: { ...json, origin: SITE_URL },
    }
    const response = await fetch(`${url}/api/logs/error`, init as RequestInit)
    expect(response.status).toBe(413)
  })

  it.each(['{', '[]', 'null', '"text"', '1'])(
    'API-06 answers a body that is not an object with 400: %s',
    async (body) =>
      expectRefusal(await anonymous.send('POST', '/logs/error', { body }), 400, 'invalid'),
  )

  it('API-06 does not read fields of a body from its prototype', async () => {
    const body = `{"__proto__": ${report}}`
    await expectRefusal(await anonymous.send('POST', '/logs/error', { body }), 400, 'invalid')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = { body: '__proto__[description]=x&constructor=x', headers }
    await expectRefusal(await anonymous.send('POST', '/logs/error', form), 400, 'invalid')
  })

  it('API-06 names each invalid field with an error text', async () => {
    const answer = await anonymous.call(signIn, { email: 'not-an-address', password: '' })
    await expectRefusal(answer, 400, 'invalid')
    const { fields } = answer.body as { fields: Record<string, string> }
    expect(Object.keys(fields).sort()).toEqual(['email', 'password'])
    expect(Object.values(fields).every((text) => text.length > 5)).toBe(true)
  })
})

describe('the Origin of a change', () => {
  const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')

  it.each(['https://evil.example', 'null', 'http://localhost:4322', `${SITE_URL}.evil.example`])(
    'AUTH-07 refuses every change from the Origin %s',
    async (origin) => {
      for (const endpoint of changing) {
        const path = endpoint.path.replace(/:\w+/g, randomUUID())
        const sending = { body: '{}', headers: { ...json, origin } }
        await expectRefusal(
          await anonymous.send(endpoint.method, path, sending),
          403,
          'foreign-origin',
        )
      }
    },
  )

  it('AUTH-07 refuses a change without an Origin, as JSON and as form data', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', body: report, headers: { 'content-type': type } }
      const response = await fetch(`${url}/api/logs/error`, init)
      expect(response.status).toBe(403)
    }
  })

  it('API-06 sends no CORS header to another site', async () => {
    const answer = await anonymous.send('GET', '/events', {
      headers: { origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(200)
    const allowing = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(allowing).toEqual([])
  })

  it('FORM-02 the error log keeps the names of fields of our forms, and no other word', async () => {
    const fields = ['first_name', 'Zqcanarysurname', 'nhs_number', 'x9434765919', 'constructor']
    const answer = await anonymous.call(logError, { errorMessage: 'x', description: 'x', fields })
    expect(answer.status).toBe(202)
    const { rows } = await site.test.database.query<{ fields: string[] }>(
      'select fields from app.error_log where request_id = $1',
      [answer.headers.get('x-request-id')],
    )
    expect(rows).toEqual([{ fields: ['first_name', 'nhs_number'] }])
  })

  it('FORM-02 accepts form data from our own pages as well as JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'errorMessage=x&description=Payment+Failure'
    expect((await anonymous.send('POST', '/logs/error', { body, headers })).status).toBe(202)
    expect((await anonymous.call(logError, { errorMessage: 'x', description: 'x' })).status).toBe(
      202,
    )
  })
})

describe('a session', () => {
  it('AUTH-11 refuses an unknown session token and clears its cookies', async () => {
    const visitor = await signedIn(site.test.database, url, {
      userId: randomUUID(),
      email: 'a@b.example',
    })
    visitor.cookies.set('halyard_session', 'x'.repeat(43))
    await expectRefusal(await visitor.send('GET', '/auth/sessions'), 401, 'unauthorized')
    expect([...visitor.cookies]).toEqual([])
  })
})

describe('the OpenAPI document', () => {
  it('API-06 describes every endpoint with its responses, and nothing else', async () => {
    const { body } = await anonymous.send('GET', '/openapi.json')
    const { openapi, paths } = body as {
      openapi: string
      paths: Record<string, Record<string, { operationId: string; responses: object }>>
    }
    expect(openapi).toMatch(/^3\.1/)
    const operations = Object.values(paths).flatMap((path) => Object.values(path))
    const described = operations.map(({ operationId }) => operationId).sort()
    expect(described).toEqual(ENDPOINTS.map(({ name }) => name).sort())
    for (const { responses } of operations) {
      expect(Object.keys(responses).length).toBeGreaterThan(3)
    }
  })
})

describe('a hold of a signed-in patient', () => {
  it('BOOK-06 answers a hold of an unknown event with event-not-found', async () => {
    const { visitor } = await newPatient(site.test.database, url)
    const input = { event_id: 999_999, appt_date: '2030-01-01', appt_time: '09:00' }
    const answer = await visitor.call(createHold, {
      ...input,
      idempotency_key: 'an-idempotency-key',
    })
    await expectRefusal(answer, 404, 'event-not-found')
  })
})
