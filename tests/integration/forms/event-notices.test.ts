import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cancelEventNotice,
  confirmEventNotice,
  createEventNotice,
} from '#contract/event-notices.ts'
import { confirmSubscription, createSubscription } from '#contract/subscriptions.ts'
import { LIMITS } from '#server/config/limits.ts'
import { identityGateway } from '#server/gateways/identity.ts'
import { eraseAddress } from '#server/operations/erase-address.ts'
import { importEvents } from '#server/operations/import-events.ts'
import { createSealer } from '#server/security/seal.ts'
import { announceEvent } from '#server/services/event-notices.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { type Mail, type TestService, testService } from '#tests/fixtures/service.ts'
import { type Cells, csv, VALID } from '#tests/integration/operations/import-setup.ts'

let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.close())

const ask = (email: string, postcode = 'IP4 2BE', more = {}, network = '192.0.2.1') =>
  service.visitor(network).call(createEventNotice, { postcode, email, ...more })

const tokenIn = (mail: Mail | undefined) =>
  /\/event-notice(?:\?stop)?#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''

const rowOf = async (email: string) => {
  const { rows } = await service.db.database.query<Record<string, unknown>>(
    `select district, asked_district, confirmed_at is not null as confirmed, ended_at is not null as ended,
        encode(token_hash, 'hex') as hash
       from app.subscriptions where email = $1 and kind = 'events-near'`,
    [email],
  )
  return rows[0]
}

/** The token of the newest confirmation among so many mails. */
async function linkOf(email: string, count = 1): Promise<string> {
  const tokens = (await service.waitForMails(email, count)).map(tokenIn)
  const hash = (await rowOf(email))?.['hash']
  return tokens.find((one) => createHash('sha256').update(one).digest('hex') === hash) ?? ''
}

async function subscribe(email: string, postcode?: string): Promise<void> {
  expect((await ask(email, postcode)).status).toBe(200)
  const token = await linkOf(email)
  expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(200)
}

const importRows = async (...rows: Cells[]) => {
  const outcome = await importEvents(
    { database: service.db.database, sealer: createSealer(service.env.keys) },
    csv(...rows.map((row) => ({ ...VALID, event_date: '2099-06-16', ...row }))),
    'Olive',
  )
  expect(outcome).toMatchObject({ ok: true })
}

async function announceAgain(externalRef: string): Promise<void> {
  const { database } = service.db
  const { rows } = await database.query<{ payload: Record<string, unknown> }>(
    `select payload from app.jobs j join app.events e on j.dedupe_key = e.event_id::text
      where kind = 'announce-event' and external_ref = $1`,
    [externalRef],
  )
  expect(rows).toHaveLength(1)
  const clock = { now: () => new Date() }
  for (const job of rows) await announceEvent(job, { database, clock })
}

/** One click of a mail program: no session, no Origin. */
const click = (url: string, method = 'POST') =>
  service.wiring.api.fetch(
    new Request(url.replace(`${SITE_URL}/api`, SITE_URL), {
      method,
      ...(method === 'POST'
        ? { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }
        : {}),
    }),
    { network: '203.0.113.5' },
  )

describe('Tell me when there is one near', () => {
  it('EVL-10 starts when the mailed link is confirmed, keeps the district alone, and mails one notice per new event', async () => {
    const email = 'near@example.org'
    expect((await ask(` Near@Example.org `)).body).toEqual({ status: 'success' })
    expect(await rowOf(email)).toMatchObject({ district: 'IP4', confirmed: false })
    await importRows({ external_ref: 'too-early', city: 'Ipswich', postcode: 'IP1 1AA' })
    const [confirmation] = await service.waitForMails(email, 1)
    expect(confirmation?.subject).toMatch(/^Please confirm your messages from /)
    const token = await linkOf(email)
    expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(200)
    await importRows(
      {
        external_ref: 'near',
        event_name: 'PSA night of the lodge',
        address_line_1: '1 Quay Street',
        city: 'Ipswich',
        postcode: 'IP1 1AA',
      },
      { external_ref: 'far', city: 'York', postcode: 'YO1 9AA' },
    )
    const mails = await service.waitForMails(email, 2)
    const notice = mails.find(({ subject }) => subject === 'A new event near you')
    expect(notice?.text).toContain('1 Quay Street, Ipswich, IP1 1AA')
    expect(notice?.text).toContain('Tuesday, 16 June 2099')
    expect(notice?.text).toMatch(/(Less than a mile|\d miles?) from IP4/)
    expect(notice?.text).not.toMatch(/PSA|prostate|lodge/i)
    // A changed event is not new, nor is one that is announced again or that was imported before the confirmation and is announced late.
    await importRows({ external_ref: 'near', city: 'Ipswich', postcode: 'IP1 1AA' })
    await announceAgain('near')
    await announceAgain('too-early')
    await service.mailsSettled()
    await service.waitForMails(email, 2)
    // Control: without the key of the mail, the same announcement sends another one.
    await service.db.database.query(
      `update app.jobs set dedupe_key = 'other:' || dedupe_key where dedupe_key like 'event-near:%'`,
    )
    await announceAgain('near')
    await service.waitForMails(email, 3)
  })

  it('EVL-10 RFC 8058: one POST without a session ends it; a GET shows the page and changes nothing', async () => {
    const email = 'click@example.org'
    await subscribe(email)
    await importRows({ external_ref: 'click', city: 'Ipswich', postcode: 'IP1 1AA' })
    const mails = await service.waitForMails(email, 2)
    const notice = mails.find(({ subject }) => subject === 'A new event near you')
    expect(notice?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<(.*)>$/.exec(notice?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    expect(url).toMatch(/^http:\/\/localhost:4321\/api\/event-notices\/end\/[\w-]{43}$/)
    const opened = await click(url, 'GET')
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe(`/event-notice?stop#${url.slice(-43)}`)
    expect(await rowOf(email)).toMatchObject({ ended: false })
    // The link of a notice confirms nothing.
    const token = tokenIn(notice)
    expect(token).toBe(url.slice(-43))
    expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(410)
    const answers = [
      await click(url),
      await click(url),
      await click(`${url.slice(0, -43)}${'x'.repeat(43)}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await rowOf(email)).toMatchObject({ ended: true })
    await importRows({ external_ref: 'after-click', city: 'Ipswich', postcode: 'IP1 1AA' })
    await service.mailsSettled()
    await service.waitForMails(email, 2)
  })

  it('EVL-10 the button of the page ends it, with the link of any mail', async () => {
    const email = 'button@example.org'
    await subscribe(email)
    await importRows({ external_ref: 'button-1', city: 'Ipswich', postcode: 'IP1 1AA' })
    await importRows({ external_ref: 'button-2', city: 'Ipswich', postcode: 'IP1 1AA' })
    const mails = await service.waitForMails(email, 3)
    for (const mail of mails) {
      const answer = await service.visitor().call(cancelEventNotice, { token: tokenIn(mail) })
      expect(answer.status).toBe(200)
    }
    expect(await rowOf(email)).toMatchObject({ ended: true })
  })

  it('EVL-10 tells of no private event, not even when it is announced', async () => {
    const email = 'private@example.org'
    await subscribe(email, 'EX1')
    const where = { city: 'Exeter', postcode: 'EX1 1AA' }
    await importRows({
      ...where,
      external_ref: 'hidden',
      is_private: 'true',
      access_code: 'sesame-42',
    })
    const { database } = service.db
    const { rows } = await database.query<{ n: number }>(
      `select count(*) as n from app.jobs j join app.events e on j.dedupe_key = e.event_id::text
        where j.kind = 'announce-event' and e.external_ref = 'hidden'`,
    )
    expect(rows[0]?.n).toBe(0)
    const { rows: events } = await database.query<{ id: number }>(
      `select event_id as id from app.events where external_ref = 'hidden'`,
    )
    const clock = { now: () => new Date() }
    await announceEvent({ payload: { event_id: events[0]?.id } }, { database, clock })
    await service.mailsSettled()
    await service.waitForMails(email, 1)
  })

  it('EVL-10 answers the same for every address, and a running subscription gets no mail', async () => {
    const email = 'known-notice@example.org'
    await subscribe(email)
    const again = await ask(email)
    const fresh = await ask('fresh@example.org')
    expect([again.status, again.body]).toEqual([fresh.status, fresh.body])
    await service.mailsSettled()
    await service.waitForMails(email, 1)
  })

  it('EVL-10 another district counts when its link is confirmed: nobody else can move it', async () => {
    const email = 'moved-notice@example.org'
    await subscribe(email)
    await ask(email, 'yo1')
    expect(await rowOf(email)).toMatchObject({
      district: 'IP4',
      asked_district: 'YO1',
      confirmed: true,
    })
    const token = await linkOf(email, 2)
    expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ district: 'YO1', asked_district: null })
  })

  it.each([
    [{ postcode: 'Ipswich' }, 'postcode-unknown'],
    [{ postcode: '' }, 'postcode-unknown'],
    [{ email: 'nowhere' }, 'email-invalid'],
  ])('EVL-10 refuses %o', async (input, reason) => {
    const answer = await service
      .visitor()
      .call(createEventNotice, { postcode: 'IP4', email: 'a@example.org', ...input })
    expect([answer.status, answer.body['reason']]).toEqual([400, reason])
  })

  it('EVL-10 a bot gets success and nothing is stored', async () => {
    const answer = await ask('bot@example.org', 'IP4', { website: 'https://spam.example' })
    expect(answer.body).toEqual({ status: 'success' })
    expect(await rowOf('bot@example.org')).toBeUndefined()
  })

  it('EVL-10 FORM-01 an address gets at most so many confirmations a day, of both kinds together', async () => {
    const { most } = LIMITS.subscribePerEmail
    const email = 'flooded-notice@example.org'
    const statuses = []
    for (let n = 0; n < most; n += 1) {
      const network = `198.51.100.${n}`
      const answer =
        n % 2 === 0
          ? await ask(email, 'IP4', {}, network)
          : await service.visitor(network).call(createSubscription, { name: 'Ned', email })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual(Array(most).fill(200))
    expect((await ask(email, 'IP4', {}, '198.51.100.99')).status).toBe(429)
  })

  it('FORM-01 EVL-10 newsletter and notices of one address are independent, and one’s link does not confirm the other', async () => {
    const email = 'both@example.org'
    await subscribe(email)
    const visitor = service.visitor()
    await visitor.call(createSubscription, { name: 'Ned', email })
    const mails = await service.waitForMails(email, 2)
    const news = mails.map(({ text }) => /\/newsletter#([\w-]{43})/.exec(text)?.[1]).find(Boolean)
    const token = news ?? ''
    expect((await visitor.call(confirmEventNotice, { token })).status).toBe(410)
    expect((await visitor.call(cancelEventNotice, { token })).status).toBe(410)
    expect((await visitor.call(confirmSubscription, { token })).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ confirmed: true, ended: false })
  })

  it('OPS-05 EVL-10 the erasure of the address deletes the subscription, its links and its mails', async () => {
    const email = 'erased-notice@example.org'
    await subscribe(email)
    await importRows({ external_ref: 'erased', city: 'Ipswich', postcode: 'IP1 1AA' })
    await service.waitForMails(email, 2)
    const { database } = service.db
    const links = async () => {
      const { rows } = await database.query<{ n: number }>(
        `select (select count(*) from app.subscription_links l left join app.subscriptions s using (subscription_id)
            where s.email = $1 or s.email is null)
          + (select count(*) from app.jobs j where j.payload ->> 'template' like 'event-n%'
              and not exists (select from app.subscriptions s where s.subscription_id::text = j.payload ->> 'subscription_id')) as n`,
        [email],
      )
      return rows[0]?.n
    }
    expect(await links()).toBe(1)
    const erased = await eraseAddress(
      {
        database,
        sealer: createSealer(service.env.keys),
        identity: identityGateway(service.env.supabase),
      },
      { email, operator: 'Olive', reason: 'asked by letter', apply: true },
    )
    expect(erased).toMatchObject({ ok: true, rows: { subscriptions: 1 } })
    expect(await links()).toBe(0)
  })
})
