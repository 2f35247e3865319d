import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#local/mail/message.ts'
import { type MailStandIn, startMail } from '#local/mail/start-mail.ts'
import { KEPT_MESSAGES, openMessageStore } from '#local/mail/store.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
let mail: MailStandIn

beforeAll(async () => {
  mail = await startMail(folder.path)
})

afterAll(async () => {
  await mail.stop()
  folder.remove()
})

const calendar = ['BEGIN:VCALENDAR', 'SUMMARY:Halyard – screening', 'END:VCALENDAR', ''].join(
  '\r\n',
)

function send(to: string, subject: string, html = '<p>Hello</p>'): Promise<unknown> {
  return createTransport(mail.smtpUrl).sendMail({
    from: 'Halyard <hello@halyard.example>',
    to,
    subject,
    text: 'Your place: http://localhost:4321/x?a=1&b=2.',
    html,
    headers: { 'X-Halyard': 'yes' },
    icalEvent: { filename: 'event.ics', method: 'PUBLISH', content: calendar },
    attachments: [{ filename: 'dot.bin', content: Buffer.from([0, 255, 1]) }],
  })
}

async function messagesTo(address: string): Promise<Message[]> {
  const answer = await fetch(`${mail.url}/api/messages?to=${encodeURIComponent(address)}`)
  return (await answer.json()) as Message[]
}

function setOutage(body: unknown): Promise<Response> {
  return fetch(`${mail.url}/api/outage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

describe('the mail stand-in', () => {
  it('returns the mails to one address, newest first, with all parts', async () => {
    await send('Ann@example.test', 'First')
    await send('ann@example.test', 'Second')
    await send('bob@example.test', 'Other')
    const [second, first, ...more] = await messagesTo('ANN@example.test')
    expect(more).toEqual([])
    expect([second?.subject, first?.subject]).toEqual(['Second', 'First'])
    expect(second).toMatchObject({
      to: 'ann@example.test',
      from: 'hello@halyard.example',
      html: expect.stringContaining('<p>Hello</p>'),
      text: expect.stringContaining('Your place'),
      headers: { 'x-halyard': 'yes' },
    })
    expect(Date.parse(second?.receivedAt ?? '')).toBeGreaterThan(0)
    const attachments = second?.attachments ?? []
    const ics = attachments.find(({ contentType }) => contentType === 'text/calendar')
    expect(ics?.content).toBe(calendar)
    expect(attachments.find(({ filename }) => filename === 'dot.bin')).toMatchObject({
      contentType: 'application/octet-stream',
      content: Buffer.from([0, 255, 1]).toString('base64'),
    })
  })

  it('shows a hostile mail as text, and its HTML only in a sandboxed frame', async () => {
    await send('eve@example.test', '<script>alert(1)</script>', '<script>alert(2)</script>')
    const [message] = await messagesTo('eve@example.test')
    const page = await fetch(`${mail.url}/messages/${message?.id}`)
    const body = await page.text()
    expect(body).not.toContain('<script>')
    expect(body).toContain('&lt;script&gt;alert(1)')
    expect(body).toContain('href="http://localhost:4321/x?a=1&amp;b=2"')
    expect(body).toContain('sandbox="allow-popups')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const frame = await fetch(`${mail.url}/messages/${message?.id}/html`)
    expect(frame.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await fetch(`${mail.url}/messages/999999`)).status).toBe(404)
  })

  it('refuses mail while the outage is on, and accepts it afterwards', async () => {
    expect(await (await setOutage({ on: true })).json()).toEqual({ on: true })
    await expect(send('out@example.test', 'Lost')).rejects.toThrow('421')
    await setOutage({ on: false })
    await send('out@example.test', 'Back')
    expect((await messagesTo('out@example.test')).map(({ subject }) => subject)).toEqual(['Back'])
    expect((await setOutage({ on: 'yes' })).status).toBe(400)
  })

  it('refuses only mail to the given address', async () => {
    expect((await setOutage({ on: true, to: 7 })).status).toBe(400)
    await setOutage({ on: true, to: 'Nobody@example.test' })
    await expect(send('nobody@example.test', 'Lost')).rejects.toThrow('451')
    await send('somebody@example.test', 'Taken')
    await setOutage({ on: false })
    await send('nobody@example.test', 'Back')
    const subjects = async (to: string) => (await messagesTo(to)).map(({ subject }) => subject)
    expect(await subjects('nobody@example.test')).toEqual(['Back'])
    expect(await subjects('somebody@example.test')).toEqual(['Taken'])
  })

  it('keeps mails and ports over a restart', async () => {
    await send('stay@example.test', 'Still here')
    const before = { url: mail.url, smtpUrl: mail.smtpUrl }
    await mail.stop()
    mail = await startMail(folder.path)
    expect({ url: mail.url, smtpUrl: mail.smtpUrl }).toEqual(before)
    expect((await messagesTo('stay@example.test'))[0]?.subject).toBe('Still here')
  })
})

describe('the message store', () => {
  const own = temporaryFolder()
  let store: ReturnType<typeof openMessageStore>

  beforeEach(() => {
    store = openMessageStore(own.path)
  })

  afterAll(() => own.remove())

  it(`deletes the oldest mails beyond ${KEPT_MESSAGES}`, () => {
    const message = { to: 'a@example.test', from: '', subject: '', text: '', html: '' }
    const rest = { headers: {}, attachments: [], receivedAt: '2026-01-01T00:00:00.000Z' }
    for (let n = 1; n <= KEPT_MESSAGES + 3; n += 1) store.add({ ...message, ...rest })
    const kept = store.list()
    expect(kept).toHaveLength(KEPT_MESSAGES)
    expect(kept.at(-1)?.id).toBe('4')
    store.close()
  })
})
