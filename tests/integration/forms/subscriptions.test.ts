import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#contract/subscriptions.ts'
import { LIMITS } from '#server/config/limits.ts'
import { tidySubscriptions } from '#server/repositories/subscriptions.ts'
import { type Mail, SITE, type TestService, testService } from '#tests/fixtures/service.ts'
import { contentLake, type StandIn } from './stand-ins.ts'

let lake: StandIn
let service: TestService

beforeAll(async () => {
  lake = await contentLake()
  service = await testService({ source: { SANITY_API_HOST: lake.url } })
})
afterAll(async () => {
  await service.close()
  await lake.close()
})

const ask = (email: string, more = {}, network = '192.0.2.1') =>
  service.visitor(network).call(createSubscription, { name: 'Ned', email, ...more })

const mailsTo = (address: string, count: number): Promise<Mail[]> =>
  vi.waitFor(
    async () => {
      const mails = await service.mailsTo(address)
      expect(mails).toHaveLength(count)
      return mails
    },
    { timeout: 10_000, interval: 50 },
  )

/** The secret of the newest link that was mailed. */
async function linkOf(address: string, count = 1): Promise<string> {
  const mails = await mailsTo(address, count)
  const links = mails.map(({ text }) => /\/newsletter#([\w-]{43})/.exec(text)?.[1] ?? '')
  const { rows } = await service.db.database.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from app.subscriptions where email = $1`,
    [address],
  )
  const { createHash } = await import('node:crypto')
  const newest = links.find(
    (link) => createHash('sha256').update(link).digest('hex') === rows[0]?.hash,
  )
  return newest ?? ''
}

const rowOf = async (email: string) => {
  const { rows } = await service.db.database.query<Record<string, unknown>>(
    `select name, hear_about_event, confirmed_at is not null as confirmed, ended_at is not null as ended
       from app.subscriptions where email = $1`,
    [email],
  )
  return rows[0]
}

/** A page's plain form, as a browser without script sends it. */
const post = (path: string, fields: Record<string, string>, origin = SITE) =>
  service.wiring.api.fetch(
    new Request(`${SITE}${path}`, {
      method: 'POST',
      headers: { origin, accept: 'text/html,application/xhtml+xml' },
      body: new URLSearchParams(fields),
    }),
    { network: '192.0.2.7' },
  )

describe('POST /subscriptions', () => {
  it('FORM-01 begins only when the mailed link is confirmed, and ends by the same link', async () => {
    const email = 'reader@example.org'
    expect(await ask(' Reader@Example.org ', { hear_about_event: true })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    })
    expect(await rowOf(email)).toEqual({
      name: 'Ned',
      hear_about_event: true,
      confirmed: false,
      ended: false,
    })
    const [mail] = await mailsTo(email, 1)
    expect(mail?.subject).toBe('Please confirm the newsletter of Halyard Men’s Health')
    const token = await linkOf(email)
    const visitor = service.visitor()
    expect((await visitor.call(confirmSubscription, { token })).status).toBe(200)
    expect((await visitor.call(confirmSubscription, { token })).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ confirmed: true, ended: false })
    expect((await visitor.call(cancelSubscription, { token })).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ ended: true })
    expect((await visitor.call(confirmSubscription, { token })).body['reason']).toBe('link-invalid')
  })

  it('FORM-01 tells nobody who subscribes already, and mails him nothing', async () => {
    const email = 'known@example.org'
    await ask(email)
    await service.visitor().call(confirmSubscription, { token: await linkOf(email) })
    const again = await ask(email, { name: 'Mallory' })
    expect(again.body).toEqual({ status: 'success' })
    expect(await rowOf(email)).toMatchObject({ name: 'Ned', confirmed: true })
    const { rows } = await service.db.database.query(
      `select from app.jobs j join app.subscriptions s
         on j.dedupe_key like 'newsletter:' || s.subscription_id || ':%' where s.email = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
    await mailsTo(email, 1)
  })

  it('FORM-01 a second request ends the first link', async () => {
    const email = 'twice@example.org'
    await ask(email)
    const first = await linkOf(email)
    await ask(email)
    const second = await linkOf(email, 2)
    expect(second).not.toBe(first)
    const visitor = service.visitor()
    expect((await visitor.call(confirmSubscription, { token: first })).status).toBe(410)
    expect((await visitor.call(confirmSubscription, { token: second })).status).toBe(200)
  })

  it.each([
    [{ name: '', email: 'a@example.org' }, 'Please provide both name and email.'],
    [{ name: 'Ned', email: '  ' }, 'Please provide both name and email.'],
    [{ name: 'Ned', email: 'nowhere' }, 'Enter an e-mail address in the correct format'],
  ])('FORM-01 refuses %o in words that the block can show', async (input, words) => {
    const answer = await service.visitor().call(createSubscription, input)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toContain(words)
  })

  it('FORM-01 answers a machine that fills the trap as if all were well, and keeps nothing', async () => {
    const answer = await ask('robot@example.org', { website: 'https://spam.example' })
    expect(answer.body).toEqual({ status: 'success' })
    expect(await rowOf('robot@example.org')).toBeUndefined()
  })

  it('FORM-01 an address is mailed only so often', async () => {
    const { most } = LIMITS.subscribePerEmail
    const answers = []
    for (let n = 0; n <= most; n += 1) {
      answers.push(await ask('flooded@example.org', {}, `198.51.100.${n}`))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(most).fill(200), 429])
  })

  it('FORM-01 forgets after a month who never confirmed', async () => {
    const { database } = service.db
    await ask('silent@example.org', {}, '203.0.113.9')
    await tidySubscriptions(database)
    expect(await rowOf('silent@example.org')).toBeDefined()
    await database.query(
      `update app.subscriptions set asked_at = asked_at - interval '31 days' where email = 'silent@example.org'`,
    )
    await tidySubscriptions(database)
    expect(await rowOf('silent@example.org')).toBeUndefined()
  })
})

describe('the newsletter without script', () => {
  const subscribe = (fields: Record<string, string>) =>
    post('/subscriptions', { hear_about_event: 'true', website: '', ...fields })

  it('SITE-10 a plain form leads to a page that tells how it went, and nothing that was typed', async () => {
    const sent = await subscribe({ name: 'Ned Flint', email: 'plain@example.org' })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe('/form-result?form=newsletter&result=ok')
    expect(await sent.text()).toBe('')
    const wrong = await subscribe({ name: 'Ned Flint', email: 'nowhere' })
    expect(wrong.headers.get('location')).toBe('/form-result?form=newsletter&result=email-invalid')
    const missing = await subscribe({ name: '', email: '' })
    expect(missing.headers.get('location')).toContain('result=subscription-incomplete')
  })

  it('SITE-10 the mailed page confirms by a plain form too', async () => {
    await subscribe({ name: 'Ned', email: 'form@example.org' })
    const token = await linkOf('form@example.org')
    const confirmed = await post('/subscriptions/confirm', { token })
    expect(confirmed.headers.get('location')).toBe(
      '/form-result?form=newsletter-confirmation&result=ok',
    )
    expect(await rowOf('form@example.org')).toMatchObject({ confirmed: true })
  })

  it('API-06 another site cannot post for a visitor', async () => {
    const fields = { name: 'Ned', email: 'victim@example.org' }
    const answer = await post('/subscriptions', fields, 'https://evil.example')
    expect(answer.status).toBe(403)
    expect(await rowOf('victim@example.org')).toBeUndefined()
  })
})
