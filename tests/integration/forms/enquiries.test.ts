import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEnquiry } from '#contract/enquiries.ts'
import { LIMITS } from '#server/config/limits.ts'
import { tidyEnquiries } from '#server/repositories/enquiries.ts'
import { type Mail, SITE, type TestService, testService } from '#tests/fixtures/service.ts'
import { contentLake, formServiceStandIn, type StandIn } from './stand-ins.ts'

const MESSAGE = 'My brother had it at fifty.\nMay I come, although I am only 39?'
const ENQUIRY = {
  'first-name': 'Arthur',
  'last-name': 'Pendle',
  email: 'arthur@example.org',
  'phone-number': '01632 960199',
  message: MESSAGE,
}

let lake: StandIn
let forms: StandIn
let service: TestService

beforeAll(async () => {
  lake = await contentLake()
  forms = await formServiceStandIn()
  const source = { SANITY_API_HOST: lake.url }
  service = await testService({
    source: { ...source, FORMSPREE_FORM_ID: 'abc', FORMSPREE_API_BASE: forms.url },
  })
})
beforeEach(async () => {
  forms.answer(200, { next: '/thanks', ok: true })
  forms.received.splice(0)
  await service.db.database.query('truncate app.enquiries, app.rate_limits')
})
afterAll(async () => {
  await service.close()
  await Promise.all([lake.close(), forms.close()])
})

const send = (more = {}, network = '192.0.2.1') =>
  service.visitor(network).call(createEnquiry, { ...ENQUIRY, ...more })

async function kept() {
  const { rows } = await service.db.database.query<{ forwarded: string | null; raw: string }>(
    `select forwarded, encode(content_sealed, 'escape') as raw from app.enquiries order by received_at`,
  )
  return rows
}

describe('POST /enquiries', () => {
  it('ABOUT-05 is kept sealed, forwarded, and mailed to the charity, which answers the sender', async () => {
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'success',
      next: '/form-result?form=contact&result=ok',
    })
    expect(forms.received).toEqual([{ path: '/f/abc', body: ENQUIRY }])
    const rows = await kept()
    expect(rows).toMatchObject([{ forwarded: 'sent' }])
    expect(rows[0]?.raw).not.toContain('brother')
    const mails = await vi.waitFor(
      async () => {
        const found = await service.mailsTo('hello@halyard.example')
        expect(found.length).toBeGreaterThan(0)
        return found as (Mail & { replyTo?: unknown })[]
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(mails[0]?.subject).toBe('A new message from the contact form')
    expect(mails[0]?.text).toContain('Arthur Pendle')
    expect(mails[0]?.text).toContain('May I come, although I am only 39?')
    expect(await service.mailsTo('arthur@example.org')).toEqual([])
  })

  it('ABOUT-05 every field is required, and the e-mail address must be one', async () => {
    const empty = Object.fromEntries(Object.keys(ENQUIRY).map((name) => [name, ' ']))
    const answer = await send(empty)
    expect(answer.status).toBe(400)
    const words = Object.keys(ENQUIRY).map((name) => [name, 'This field is required.'])
    expect(answer.body['fields']).toEqual(Object.fromEntries(words))
    const wrong = await send({ email: 'nowhere' })
    expect(Object.keys(wrong.body['fields'] ?? {})).toEqual(['email'])
    expect(forms.received).toEqual([])
    expect(await kept()).toEqual([])
  })

  it('ABOUT-05 shows what the form service says about a field, and keeps nothing', async () => {
    forms.answer(422, {
      errors: [
        { code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' },
        { code: 'REQUIRED_FIELD_EMPTY', field: 'message' },
      ],
    })
    const answer = await send()
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      reason: 'enquiry-refused',
      fields: { email: 'should be an email', message: 'This field is required.' },
    })
    expect(await kept()).toEqual([])
  })

  it('ABOUT-05 says so when the form service takes it for spam', async () => {
    forms.answer(403, { errors: [{ code: 'BLOCKED', message: 'Looks like spam' }] })
    expect((await send()).body['error']).toBe('Looks like spam')
    expect(await kept()).toEqual([])
  })

  it.each([
    ['INACTIVE', 403, { errors: [{ code: 'INACTIVE', message: 'Form not active' }] }],
    ['FORM_NOT_FOUND', 404, { errors: [{ code: 'FORM_NOT_FOUND', message: 'Not found' }] }],
    ['UNSPECIFIED', 200, { hello: 'there' }],
    ['unreachable', 502, {}],
  ])('ABOUT-05 loses no enquiry when the form service fails: %s', async (word, status, body) => {
    forms.answer(status, body)
    expect((await send()).status).toBe(200)
    expect(await kept()).toMatchObject([{ forwarded: word }])
  })

  it('ABOUT-05 hands on a card that must be authenticated, and the key of the second attempt', async () => {
    forms.answer(402, { stripe: { paymentIntentClientSecret: 'pi_1_secret' }, resubmitKey: 'k1' })
    expect((await send()).body).toEqual({
      status: 'pending',
      stripe: { paymentIntentClientSecret: 'pi_1_secret' },
      resubmitKey: 'k1',
    })
    expect(await kept()).toEqual([])
    forms.answer(200, { next: '/thanks' })
    expect((await send({ resubmitKey: 'k1' })).body['status']).toBe('success')
    expect(forms.received.at(-1)?.body['resubmitKey']).toBe('k1')
  })

  it('ABOUT-05 a machine that fills the trap is answered and forgotten', async () => {
    expect((await send({ website: 'x' })).body['status']).toBe('success')
    expect(await kept()).toEqual([])
    expect(forms.received).toEqual([])
  })

  it('ABOUT-05 one address writes only so often', async () => {
    const { most } = LIMITS.enquiryPerEmail
    const statuses = []
    for (let n = 0; n <= most; n += 1) {
      const email = n % 2 ? 'ARTHUR@example.org' : 'arthur@example.org'
      statuses.push((await send({ email }, `198.51.100.${n}`)).status)
    }
    expect(statuses).toEqual([...Array(most).fill(200), 429])
  })

  it('SITE-10 works as a plain form', async () => {
    const answer = await service.wiring.api.fetch(
      new Request(`${SITE}/enquiries`, {
        method: 'POST',
        headers: { origin: SITE, accept: 'text/html' },
        body: new URLSearchParams({ ...ENQUIRY, website: '' }),
      }),
      { network: '192.0.2.8' },
    )
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/form-result?form=contact&result=ok')
    expect(await kept()).toHaveLength(1)
  })

  it('ABOUT-05 is forgotten after a year', async () => {
    const { database } = service.db
    await send()
    await tidyEnquiries(database)
    expect(await kept()).toHaveLength(1)
    await database.query(`update app.enquiries set received_at = received_at - interval '366 days'`)
    await tidyEnquiries(database)
    expect(await kept()).toEqual([])
  })
})
