import { describe, expect, it } from 'vitest'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { confirmSubscription, createSubscription } from '#content/contract/subscriptions.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { createSealer } from '#core/server/security/seal.ts'
import {
  cancelEventNotice,
  confirmEventNotice,
  createEventNotice,
} from '#events/contract/event-notices.ts'
import { eraseAddress } from '#portal/commands/erase-address.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { noticesSetup, tokenIn } from './notices-setup.ts'

const { service, ask, rowOf, linkOf, subscribe, importRows } = noticesSetup()

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
  it('EVL-10 RFC 8058: one POST without a session ends it; a GET shows the page and changes nothing', async () => {
    const email = 'click@example.org'
    await subscribe(email)
    await importRows({ external_ref: 'click', city: 'Ipswich', postcode: 'IP1 1AA' })
    const mails = await service.waitForMails(email, 2)
    const notice = mails.find(({ subject }) => subject === 'A new event near you')
    expect(notice?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const url = /^<(.*)>$/.exec(notice?.headers['list-unsubscribe'] ?? '')?.[1] ?? ''
    expect(url).toMatch(/^http:\/\/localhost:4321\/api\/event-notices\/end\?token=[\w-]{43}$/)
    const opened = await click(url, 'GET')
    expect(opened.status).toBe(303)
    expect(opened.headers.get('location')).toBe(`/event-notice?stop=${url.slice(-43)}`)
    expect(await rowOf(email)).toMatchObject({ ended: false })
    // The link of a notice confirms nothing.
    const token = tokenIn(notice)
    expect(token).toBe(url.slice(-43))
    expect((await service.visitor().call(confirmEventNotice, { token })).status).toBe(410)
    const answers = [
      await click(url),
      await click(url),
      // As in mails of earlier versions.
      await click(url.replace('?token=', '/')),
      await click(`${url.slice(0, -43)}${'x'.repeat(43)}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
    expect(await rowOf(email)).toMatchObject({ ended: true })
    await importRows({ external_ref: 'after-click', city: 'Ipswich', postcode: 'IP1 1AA' })
    await service.mailsSettled()
    await service.waitForMails(email, 2)
  })

  it('EVL-10 the button of the page ends it, with the link of any mail', async () => {
    const email = 'button@example.org'
    await subscribe(email)
    await importRows({ external_ref: 'button-1', city: 'Ipswich', postcode: 'IP1 1AA' })
    await service.waitForMails(email, 2)
    // There is an hour between two mails.
    await service.db.database.query(
      `update app.subscriptions set noticed_at = noticed_at - interval '1 hour' where email = $1`,
      [email],
    )
    await importRows({ external_ref: 'button-2', city: 'Ipswich', postcode: 'IP1 1AA' })
    const mails = await service.waitForMails(email, 3)
    for (const mail of mails) {
      const answer = await service.visitor().call(cancelEventNotice, { token: tokenIn(mail) })
      expect(answer.status).toBe(200)
    }
    expect(await rowOf(email)).toMatchObject({ ended: true })
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
    const news = mails
      .map(({ text }) => /\/newsletter\?token=([\w-]{43})/.exec(text)?.[1])
      .find(Boolean)
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
        identity: accountGateway(service.env.supabase),
      },
      { email, operator: 'Olive', reason: 'asked by letter', apply: true },
    )
    expect(erased).toMatchObject({ ok: true, rows: { subscriptions: 1 } })
    expect(await links()).toBe(0)
  })
})
