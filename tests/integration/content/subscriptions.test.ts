import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#content/contract/subscriptions.ts'
import { tidySubscriptions } from '#content/server/database/subscriptions.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import { startContentLake } from './stand-ins.ts'

const lake = perFile(startContentLake)
const service = perFile(() => testService({ source: { SANITY_API_HOST: lake.url } }))

const subscribe = (email: string, more = {}, network = '192.0.2.1') =>
  service.visitor(network).call(createSubscription, { name: 'Ned', email, ...more })

/** The token of the current link: the only one of `count` mailed links whose hash is stored. */
async function linkOf(address: string, count = 1): Promise<string> {
  const mails = await service.waitForMails(address, count)
  const links = mails.map(({ text }) => /\/newsletter\?token=([\w-]{43})/.exec(text)?.[1] ?? '')
  const { rows } = await service.db.database.query<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from app.subscriptions where email = $1`,
    [address],
  )
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

/** Sends a form as a browser without script does. */
const postAsPage = (path: string, fields: Record<string, string>, origin = SITE_URL) =>
  service.wiring.api.fetch(
    new Request(`${SITE_URL}${path}`, {
      method: 'POST',
      headers: { origin, accept: 'text/html,application/xhtml+xml' },
      body: new URLSearchParams(fields),
    }),
    { network: '192.0.2.7' },
  )

describe('POST /subscriptions', () => {
  it('FORM-01 starts when the mailed link is confirmed and ends through the same link', async () => {
    const email = 'reader@example.org'
    expect(await subscribe(' Reader@Example.org ', { hear_about_event: true })).toMatchObject({
      status: 200,
      body: { status: 'success' },
    })
    expect(await rowOf(email)).toEqual({
      name: 'Ned',
      hear_about_event: true,
      confirmed: false,
      ended: false,
    })
    const [mail] = await service.waitForMails(email, 1)
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

  it('FORM-01 does not reveal an existing subscription and sends it no mail', async () => {
    const email = 'known@example.org'
    await subscribe(email)
    await service.visitor().call(confirmSubscription, { token: await linkOf(email) })
    const again = await subscribe(email, { name: 'Mallory' })
    expect(again.body).toEqual({ status: 'success' })
    expect(await rowOf(email)).toMatchObject({ name: 'Ned', confirmed: true })
    const { rows } = await service.db.database.query(
      `select from app.jobs j join app.subscriptions s
         on j.dedupe_key like 'newsletter:' || s.subscription_id || ':%' where s.email = $1`,
      [email],
    )
    expect(rows).toHaveLength(1)
    await service.waitForMails(email, 1)
  })

  it('FORM-01 a second request invalidates the first link', async () => {
    const email = 'twice@example.org'
    await subscribe(email)
    const first = await linkOf(email)
    await subscribe(email)
    const second = await linkOf(email, 2)
    expect(second).not.toBe(first)
    const visitor = service.visitor()
    expect((await visitor.call(confirmSubscription, { token: first })).status).toBe(410)
    expect((await visitor.call(confirmSubscription, { token: second })).status).toBe(200)
  })

  it.each([
    [{ name: '', email: 'a@example.org' }, 'Please provide both name and email.'],
    [{ name: 'Ned', email: '  ' }, 'Please provide both name and email.'],
    [{ name: 'Ned', email: 'nowhere' }, 'Enter an email address in the correct format'],
  ])('FORM-01 refuses %o with a message for the newsletter block', async (input, message) => {
    const answer = await service.visitor().call(createSubscription, input)
    expect(answer.status).toBe(400)
    expect(answer.body['error']).toContain(message)
  })

  it('FORM-01 answers a bot that fills the hidden field with success and stores nothing', async () => {
    const answer = await subscribe('robot@example.org', { website: 'https://spam.example' })
    expect(answer.body).toEqual({ status: 'success' })
    expect(await rowOf('robot@example.org')).toBeUndefined()
  })

  it('FORM-01 limits requests per e-mail address', async () => {
    const { most } = LIMITS.subscribePerEmail
    const answers = []
    for (let n = 0; n <= most; n += 1) {
      answers.push(await subscribe('flooded@example.org', {}, `198.51.100.${n}`))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(most).fill(200), 429])
  })

  it('FORM-01 deletes unconfirmed subscriptions after a month', async () => {
    const { database } = service.db
    await subscribe('silent@example.org', {}, '203.0.113.9')
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
  const postForm = (fields: Record<string, string>) =>
    postAsPage('/subscriptions', { hear_about_event: 'true', website: '', ...fields })

  it('SITE-10 a form post redirects to a result page whose address contains no input', async () => {
    const sent = await postForm({ name: 'Ned Flint', email: 'plain@example.org' })
    expect(sent.status).toBe(303)
    expect(sent.headers.get('location')).toBe('/form-result?form=newsletter&result=ok')
    expect(await sent.text()).toBe('')
    const wrong = await postForm({ name: 'Ned Flint', email: 'nowhere' })
    expect(wrong.headers.get('location')).toBe('/form-result?form=newsletter&result=email-invalid')
    const missing = await postForm({ name: '', email: '' })
    expect(missing.headers.get('location')).toContain('result=subscription-incomplete')
  })

  it('SITE-10 the page of the mailed link confirms without script too', async () => {
    await postForm({ name: 'Ned', email: 'form@example.org' })
    const token = await linkOf('form@example.org')
    const confirmed = await postAsPage('/subscriptions/confirm', { token })
    expect(confirmed.headers.get('location')).toBe(
      '/form-result?form=newsletter-confirmation&result=ok',
    )
    expect(await rowOf('form@example.org')).toMatchObject({ confirmed: true })
  })

  it('API-06 refuses a form post from another origin', async () => {
    const fields = { name: 'Ned', email: 'victim@example.org' }
    const answer = await postAsPage('/subscriptions', fields, 'https://evil.example')
    expect(answer.status).toBe(403)
    expect(await rowOf('victim@example.org')).toBeUndefined()
  })
})
