import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signIn } from '#contract/accounts.ts'
import { ENDPOINTS } from '#contract/all.ts'
import { createHold } from '#contract/holds.ts'
import { logError } from '#contract/service.ts'
import { type ApiSite, apiSite, SITE_URL } from '#tests/fixtures/api-site.ts'
import {
  type Answer,
  createVisitor,
  newPatient,
  signedIn,
  type Visitor,
} from '#tests/fixtures/visitor.ts'

let site: ApiSite
let url: string
let anybody: Visitor

beforeAll(async () => {
  site = await apiSite()
  url = site.urls[0] ?? ''
  anybody = createVisitor(url)
})
afterAll(() => site.close())

/** The one shape of a refusal, and its request id again in the header and in the log. */
async function expectRefusal(answer: Answer, status: number, reason: string) {
  expect(answer.body).toMatchObject({ status, reason, error: expect.stringMatching(/\w/) })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const id = (answer.body as { request_id: string }).request_id
  expect(id).toMatch(/^[\w-]{8,}$/)
  expect(answer.headers.get('x-request-id')).toBe(id)
  // Another process writes it, which may take its time.
  await vi.waitFor(() => expect(site.logs()).toContain(id), 10_000)
}

const report = JSON.stringify({ errorMessage: 'x', description: 'x' })
const json = { 'content-type': 'application/json' }

describe('what is no call of the contract', () => {
  it.each(['/', '/nothing', '/events/1/2/3', '/auth', '/%00', '/..%2f..%2fetc/passwd'])(
    'API-06 an unknown address answers JSON 404: %s',
    async (path) => expectRefusal(await anybody.send('GET', path), 404, 'not-found'),
  )

  it('API-06 a known address with another method answers JSON 405 and names the right ones', async () => {
    const answer = await anybody.send('DELETE', '/events')
    await expectRefusal(answer, 405, 'method-not-allowed')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    await expectRefusal(
      await anybody.send('PUT', '/holds', { body: '{}' }),
      405,
      'method-not-allowed',
    )
  })

  it('API-06 a body of another kind answers 415', async () => {
    const headers = { 'content-type': 'text/xml' }
    const answer = await anybody.send('POST', '/logs/error', { body: '<a/>', headers })
    await expectRefusal(answer, 415, 'unsupported-media-type')
  })

  it('API-06 a body that is too long answers 413, whether it says its length or not', async () => {
    const body = JSON.stringify({ errorMessage: 'x'.repeat(70_000), description: 'x' })
    await expectRefusal(await anybody.send('POST', '/logs/error', { body }), 413, 'too-large')
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
    'API-06 a body that is no object answers 400: %s',
    async (body) =>
      expectRefusal(await anybody.send('POST', '/logs/error', { body }), 400, 'invalid'),
  )

  it('API-06 a body cannot pass its fields off as inherited ones', async () => {
    const body = `{"__proto__": ${report}}`
    await expectRefusal(await anybody.send('POST', '/logs/error', { body }), 400, 'invalid')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const form = { body: '__proto__[description]=x&constructor=x', headers }
    await expectRefusal(await anybody.send('POST', '/logs/error', form), 400, 'invalid')
  })

  it('API-06 wrong fields are named, each with a sentence', async () => {
    const answer = await anybody.call(signIn, { email: 'nobody', password: '' })
    await expectRefusal(answer, 400, 'invalid')
    const { fields } = answer.body as { fields: Record<string, string> }
    expect(Object.keys(fields).sort()).toEqual(['email', 'password'])
    expect(Object.values(fields).every((text) => text.length > 5)).toBe(true)
  })
})

describe('where a change may come from', () => {
  const changing = ENDPOINTS.filter(({ method }) => method !== 'GET')

  it.each(['https://evil.example', 'null', 'http://localhost:4322', `${SITE_URL}.evil.example`])(
    'AUTH-07 every change is refused to the Origin %s',
    async (origin) => {
      for (const endpoint of changing) {
        const path = endpoint.path.replace(/:\w+/g, randomUUID())
        const sending = { body: '{}', headers: { ...json, origin } }
        await expectRefusal(
          await anybody.send(endpoint.method, path, sending),
          403,
          'foreign-origin',
        )
      }
    },
  )

  it('AUTH-07 a change without an Origin is refused, form data too', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
      const init = { method: 'POST', body: report, headers: { 'content-type': type } }
      const response = await fetch(`${url}/api/logs/error`, init)
      expect(response.status).toBe(403)
    }
  })

  it('API-06 no answer lets another site read it', async () => {
    const answer = await anybody.send('GET', '/events', {
      headers: { origin: 'https://evil.example' },
    })
    expect(answer.status).toBe(200)
    const allowing = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
    expect(allowing).toEqual([])
  })

  it('FORM-02 form data from our own pages is taken as JSON is', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'errorMessage=x&description=Payment+Failure'
    expect((await anybody.send('POST', '/logs/error', { body, headers })).status).toBe(202)
    expect((await anybody.call(logError, { errorMessage: 'x', description: 'x' })).status).toBe(202)
  })
})

describe('who may call', () => {
  const guarded = ENDPOINTS.filter(({ access }) => access !== 'public')
  const forPatients = ENDPOINTS.filter(({ access }) => access === 'patient')
  const addressOf = ({ path }: { path: string }) => path.replace(/:\w+/g, randomUUID())
  const bodyOf = ({ method }: { method: string }) => (method === 'GET' ? {} : { body: '{}' })

  it.each(guarded)('API-08 $name: signed out answers 401', async (endpoint) => {
    const answer = await anybody.send(endpoint.method, addressOf(endpoint), bodyOf(endpoint))
    await expectRefusal(answer, 401, 'unauthorized')
  })

  it.each(forPatients)(
    'AUTH-04 $name: an account without a profile answers 403',
    async (endpoint) => {
      const account = { userId: randomUUID(), email: 'unfinished@example.org' }
      const visitor = await signedIn(site.test.database, url, account)
      const answer = await visitor.send(endpoint.method, addressOf(endpoint), bodyOf(endpoint))
      await expectRefusal(answer, 403, 'forbidden')
    },
  )

  it('AUTH-11 a made-up session is nobody, and its cookies are cleared', async () => {
    const visitor = await signedIn(site.test.database, url, {
      userId: randomUUID(),
      email: 'a@b.example',
    })
    visitor.cookies.set('halyard_session', 'x'.repeat(43))
    await expectRefusal(await visitor.send('GET', '/auth/sessions'), 401, 'unauthorized')
    expect([...visitor.cookies]).toEqual([])
  })
})

describe('the description', () => {
  it('API-06 names every endpoint with its answers, and nothing else', async () => {
    const { body } = await anybody.send('GET', '/openapi.json')
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

describe('one patient’s calls', () => {
  it('BOOK-06 a hold answers in the shape of the contract, and again for the same key', async () => {
    const { visitor } = await newPatient(site.test.database, url)
    const input = { event_id: 999_999, appt_date: '2030-01-01', appt_time: '09:00' }
    const answer = await visitor.call(createHold, { ...input, idempotency_key: 'a-key-of-mine' })
    await expectRefusal(answer, 404, 'event-not-found')
  })
})
