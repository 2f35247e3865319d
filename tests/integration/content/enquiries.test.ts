import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { tidyEnquiries } from '#content/server/database/enquiries.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { type StandIn, startContentLake, startFormService } from './stand-ins.ts'

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
  lake = await startContentLake()
  forms = await startFormService()
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

async function storedEnquiries() {
  const { rows } = await service.db.database.query<{ forwarded: string | null; raw: string }>(
    `select forwarded, encode(content_sealed, 'escape') as raw from app.enquiries order by received_at`,
  )
  return rows
}

describe('POST /enquiries', () => {
  it('ABOUT-05 stores the enquiry encrypted, forwards it and mails it to the charity, not to the sender', async () => {
    const answer = await send()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      status: 'success',
      next: '/form-result?form=contact&result=ok',
    })
    expect(forms.received).toEqual([{ path: '/f/abc', body: ENQUIRY }])
    const rows = await storedEnquiries()
    expect(rows).toMatchObject([{ forwarded: 'sent' }])
    expect(rows[0]?.raw).not.toContain('brother')
    const mails = await service.waitForMails('hello@halyard.example', 1)
    expect(mails[0]?.subject).toBe('A new message from the contact form')
    expect(mails[0]?.text).toContain('Arthur Pendle')
    expect(mails[0]?.text).toContain('May I come, although I am only 39?')
    expect(await service.mailsTo('arthur@example.org')).toEqual([])
  })

  it('ABOUT-05 requires every field and a valid e-mail address', async () => {
    const empty = Object.fromEntries(Object.keys(ENQUIRY).map((name) => [name, ' ']))
    const answer = await send(empty)
    expect(answer.status).toBe(400)
    const messages = Object.keys(ENQUIRY).map((name) => [name, 'This field is required.'])
    expect(answer.body['fields']).toEqual(Object.fromEntries(messages))
    const wrong = await send({ email: 'nowhere' })
    expect(Object.keys(wrong.body['fields'] ?? {})).toEqual(['email'])
    expect(forms.received).toEqual([])
    expect(await storedEnquiries()).toEqual([])
  })

  it('ABOUT-05 shows the form service’s message for each field and stores nothing', async () => {
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
    expect(await storedEnquiries()).toEqual([])
  })

  it('ABOUT-05 shows the message when the form service refuses the enquiry as spam', async () => {
    forms.answer(403, { errors: [{ code: 'BLOCKED', message: 'Looks like spam' }] })
    expect((await send()).body['error']).toBe('Looks like spam')
    expect(await storedEnquiries()).toEqual([])
  })

  it.each([
    ['INACTIVE', 403, { errors: [{ code: 'INACTIVE', message: 'Form not active' }] }],
    ['FORM_NOT_FOUND', 404, { errors: [{ code: 'FORM_NOT_FOUND', message: 'Not found' }] }],
    ['UNSPECIFIED', 200, { hello: 'there' }],
    ['unreachable', 502, {}],
  ])('ABOUT-05 stores the enquiry when the form service fails: %s', async (code, status, body) => {
    forms.answer(status, body)
    expect((await send()).status).toBe(200)
    expect(await storedEnquiries()).toMatchObject([{ forwarded: code }])
  })

  it('ABOUT-05 passes on a request to authenticate a card and the key of the second attempt', async () => {
    forms.answer(402, { stripe: { paymentIntentClientSecret: 'pi_1_secret' }, resubmitKey: 'k1' })
    expect((await send()).body).toEqual({
      status: 'pending',
      stripe: { paymentIntentClientSecret: 'pi_1_secret' },
      resubmitKey: 'k1',
    })
    // Stored once, at the first attempt: the second may never come.
    expect(await storedEnquiries()).toHaveLength(1)
    forms.answer(200, { next: '/thanks' })
    expect((await send({ resubmitKey: 'k1' })).body['status']).toBe('success')
    expect(forms.received.at(-1)?.body['resubmitKey']).toBe('k1')
    expect(await storedEnquiries()).toHaveLength(1)
  })

  it('ABOUT-05 answers a bot that fills the hidden field with success and stores nothing', async () => {
    expect((await send({ website: 'x' })).body['status']).toBe('success')
    expect(await storedEnquiries()).toEqual([])
    expect(forms.received).toEqual([])
  })

  it('ABOUT-05 limits enquiries per e-mail address', async () => {
    const { most } = LIMITS.enquiryPerEmail
    const statuses = []
    for (let n = 0; n <= most; n += 1) {
      const email = n % 2 ? 'ARTHUR@example.org' : 'arthur@example.org'
      statuses.push((await send({ email }, `198.51.100.${n}`)).status)
    }
    expect(statuses).toEqual([...Array(most).fill(200), 429])
  })

  it('SITE-10 accepts a form post without script and redirects', async () => {
    const answer = await service.wiring.api.fetch(
      new Request(`${SITE_URL}/enquiries`, {
        method: 'POST',
        headers: { origin: SITE_URL, accept: 'text/html' },
        body: new URLSearchParams({ ...ENQUIRY, website: '' }),
      }),
      { network: '192.0.2.8' },
    )
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/form-result?form=contact&result=ok')
    expect(await storedEnquiries()).toHaveLength(1)
  })

  it('ABOUT-05 deletes enquiries after a year', async () => {
    const { database } = service.db
    await send()
    await tidyEnquiries(database)
    expect(await storedEnquiries()).toHaveLength(1)
    await database.query(`update app.enquiries set received_at = received_at - interval '366 days'`)
    await tidyEnquiries(database)
    expect(await storedEnquiries()).toEqual([])
  })
})
