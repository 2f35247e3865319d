import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isEmail } from '#core/rules/email-address.ts'
import { AddressRefusedError, mailGateway } from '#core/server/gateways/mail.ts'

/** The server's answer to each command; 250 to every other. */
let answers: Record<string, string>
let server: Server
/** The commands of the newest connections that name an address. */
const envelopes: string[] = []
/** Every command so far. */
const verbs: string[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      const verb = line.split(/[ :]/)[0] ?? ''
      if (verb === 'RCPT') envelopes.push(line)
      verbs.push(verb)
      socket.write(`${answers[verb] ?? '250 ok'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function sendTo(
  commands: Record<string, string>,
  to = 'patient@example.org',
  host = '127.0.0.1',
): Promise<unknown> {
  answers = commands
  const { port } = server.address() as AddressInfo
  const gateway = mailGateway({
    smtpUrl: `smtp://user:secret@${host}:${port}`,
    from: 'Halyard <hello@halyard.example>',
  })
  const message = {
    to,
    subject: 's',
    text: 't',
    html: 'h',
    messageId: 'a@b',
  }
  return gateway.send(message).catch((error: unknown) => error)
}

describe('an SMTP refusal', () => {
  it.each([
    '550 no such user',
    '550 5.1.1 no such user',
    '551 5.1.6 moved',
    '552 5.2.2 mailbox full',
    '553 5.1.3 bad address',
  ])('BOOK-10 of the address with %s is final', async (answer) => {
    const error = await sendTo({ RCPT: answer })
    expect(error).toBeInstanceOf(AddressRefusedError)
    expect(error).toMatchObject({ responseCode: Number(answer.slice(0, 3)) })
    expect(String(error)).not.toContain('patient@example.org')
  })

  it.each([
    ['the address for now', { RCPT: '451 4.2.1 try later' }],
    ['the address by a policy that our settings can end', { RCPT: '550 5.7.1 relaying denied' }],
    ['the address without a login', { RCPT: '530 5.7.0 authentication required' }],
    ['the sender', { MAIL: '550 5.1.8 bad sender' }],
    ['the connection', { EHLO: '421 busy', HELO: '421 busy' }],
  ])('BOOK-10 of %s is tried again', async (_, commands) => {
    const error = await sendTo(commands)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(AddressRefusedError)
  })
})

it.each([
  "o'neill+psa@example.ie",
  'jo&sue@wild.example',
  'smith#1@wild.example',
  'jo=sue@wild.example',
  "jo!?*/^{|}~%$`'@wild.example",
  'jo@xn--bcher-kva.example',
  'jo@wild.xn--p1ai',
])('AUTH-02 mail goes to %s as it is stored', async (address) => {
  expect(isEmail(address)).toBe(true)
  await sendTo({ RCPT: '550 no such user' }, address)
  expect(envelopes.at(-1)).toBe(`RCPT TO:<${address}>`)
})

describe('a mail server without STARTTLS', () => {
  const commands = { EHLO: '250 AUTH PLAIN', STARTTLS: '502 not here', AUTH: '235 ok' }

  it('OPS-01 at a host elsewhere gets no password and no mail, which is tried again', async () => {
    verbs.length = 0
    // This computer, by an address that the rule takes for a host elsewhere.
    const error = await sendTo(commands, 'patient@example.org', '0.0.0.0')
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(AddressRefusedError)
    expect(verbs).toEqual(['EHLO', 'STARTTLS'])
  })

  it('OPS-01 control: on this computer it gets both', async () => {
    verbs.length = 0
    await sendTo({ ...commands, DATA: '550 no' })
    expect(verbs).toEqual(expect.arrayContaining(['AUTH', 'MAIL', 'RCPT']))
  })
})
