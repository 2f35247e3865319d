import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Message } from '#local/mail/message.ts'
import { MAIL_LIMITS } from '#local/mail/smtp.ts'
import { type MailStandIn, startMail } from '#local/mail/start-mail.ts'
import { openMessageStore } from '#local/mail/store.ts'
import { fire } from '#tests/attack/fire.ts'
import type { Random } from '#tests/attack/random.ts'
import { temporaryFolder } from './temporary-folder.ts'

const MEGABYTE = 1_000_000
const SWEPT_WITHIN = 10_000
const limits = { ...MAIL_LIMITS, idleMs: 500, connectionMs: 3_000, connections: 3 }
const folder = temporaryFolder()
let mail: MailStandIn

beforeAll(async () => {
  mail = await startMail(folder.path, limits)
})
afterAll(async () => {
  await mail.stop()
  folder.remove()
})

/** A client that has begun to send a mail and sends what it likes; `heard` is all that the server said. */
async function inData({ smtpUrl } = mail): Promise<{ socket: Socket; heard: () => string }> {
  const socket = connect({ port: Number(new URL(smtpUrl).port), host: '127.0.0.1' })
  let heard = ''
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    heard += String(chunk)
  })
  const commands = ['HELO x', 'MAIL FROM:<a@x.example>', 'RCPT TO:<b@x.example>', 'DATA']
  for (const command of commands) {
    await once(socket, 'data')
    socket.write(`${command}\r\n`)
  }
  while (!heard.includes('354')) await once(socket, 'data')
  return { socket, heard: () => heard }
}

/** Unlike `once`, also after a reset. */
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The bytes in buffers that something still refers to. */
function keptBytes(): number {
  collect()
  return process.memoryUsage().arrayBuffers
}

const send = (subject: string) =>
  createTransport(mail.smtpUrl).sendMail({ from: 'a@x.example', to: 'b@x.example', subject })
const subjects = async () => {
  const answer = await fetch(`${mail.url}/api/messages?to=b@x.example`)
  return ((await answer.json()) as Message[]).map(({ subject }) => subject)
}

describe('what a client may send to the mail stand-in is bounded', () => {
  it('OPS-04 a mail of 100 MB is refused with 552, and its bytes are not kept', async () => {
    const patient = await startMail(join(folder.path, 'patient'))
    const { socket, heard } = await inData(patient)
    const line = Buffer.from(`${'x'.repeat(998)}\r\n`)
    const block = Buffer.concat(Array.from({ length: 1_000 }, () => line))
    const before = keptBytes()
    for (let sent = 0; sent < 100 * MEGABYTE; sent += block.length) {
      if (!socket.write(block)) await once(socket, 'drain')
    }
    // Freed buffers are counted until the engine has swept them.
    await vi.waitFor(() => expect(keptBytes() - before).toBeLessThan(20 * MEGABYTE), SWEPT_WITHIN)
    socket.write('.\r\n')
    while (!heard().includes('552')) await once(socket, 'data')
    socket.destroy()
    const stored = await fetch(`${patient.url}/api/messages`)
    expect(await stored.json()).toEqual([])
    await patient.stop()
  })

  it('OPS-04 a client that never finishes its mail is disconnected, silent or not', async () => {
    const silent = await inData()
    await closed(silent.socket)
    expect(silent.heard()).toContain('421')
    const dripping = await inData()
    const drip = setInterval(() => dripping.socket.write('x\r\n'), 50)
    await closed(dripping.socket)
    clearInterval(drip)
    expect(await subjects()).not.toContain('')
  })

  it('OPS-04 a mail whose client disconnects in the middle is not stored', async () => {
    const before = await subjects()
    const { socket } = await inData()
    socket.write('Subject: half\r\n\r\nhalf a mail')
    socket.destroy()
    await send('whole')
    expect(await subjects()).toEqual(['whole', ...before])
  })

  it('OPS-04 connections above the limit are refused, and accepted again afterwards', async () => {
    const open = await Promise.all([inData(), inData(), inData()])
    await expect(send('too many')).rejects.toThrow('421')
    for (const { socket } of open) socket.destroy()
    await Promise.all(open.map(({ socket }) => closed(socket)))
    await send('few again')
    expect(await subjects()).toContain('few again')
  })

  it('OPS-04 a body of the JSON API is refused above its limit', async () => {
    const body = JSON.stringify({ on: true, to: 'x'.repeat(20_000) })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${mail.url}/api/outage`, { method: 'POST', headers, body })
    expect(answer.status).toBe(413)
  })

  it('OPS-04 hostile bytes make no page fail', async () => {
    const paths = [
      '/',
      '/?to=%ff',
      '/messages/1',
      '/messages/1/html',
      '/api/messages',
      '/api/outage',
    ]
    const line = (random: Random) => ({
      method: random.pick(['GET', 'GET', 'POST', 'HEAD', 'TRACE', 'PUT']),
      target: `${paths[random.whole(paths.length)]}${random.pick(['', '', '%', '//', '&to[]=1', '%00'])}`,
    })
    const { serverFaults, statuses } = await fire({
      port: Number(new URL(mail.url).port),
      siteUrl: mail.url,
      seed: inject('seed'),
      requests: 300,
      pid: process.pid,
      settledWithinMs: 0,
      attacked: { line, bodies: ['{"on":false}', '{"on":1}'], headers: [] },
    })
    expect(serverFaults).toEqual([])
    for (const status of [200, 400, 403, 404]) expect(statuses[status]).toBeGreaterThan(0)
  })
})

describe('the message store', () => {
  it('OPS-04 deletes the oldest mails beyond its bytes, but always keeps the newest', () => {
    const own = temporaryFolder()
    const store = openMessageStore(own.path, 10_000)
    const message = { to: 'a@x.example', from: '', subject: '', html: '', headers: {} }
    const rest = { attachments: [], receivedAt: '2026-01-01T00:00:00.000Z' }
    for (let n = 0; n < 10; n += 1) store.add({ ...message, ...rest, text: 'x'.repeat(3_000) })
    expect(store.list().map(({ id }) => id)).toEqual(['10', '9', '8'])
    store.add({ ...message, ...rest, text: 'x'.repeat(30_000) })
    expect(store.list().map(({ id }) => id)).toEqual(['11'])
    store.close()
    own.remove()
  })
})
