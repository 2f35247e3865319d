import { type AddressInfo, createServer, type Server } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AddressRefusedError, addressOf, mailGateway } from '#server/gateways/mail.ts'

/** The server's answer to each command; 250 to every other. */
let answers: Record<string, string>
let server: Server

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      const verb = line.split(/[ :]/)[0] ?? ''
      socket.write(`${answers[verb] ?? '250 ok'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function sendTo(commands: Record<string, string>): Promise<unknown> {
  answers = commands
  const { port } = server.address() as AddressInfo
  const gateway = mailGateway({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'Halyard <hello@halyard.example>',
  })
  const message = {
    to: 'patient@example.org',
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
  ['Halyard Bookings <bookings@halyard.example>', 'bookings@halyard.example'],
  [' bookings@halyard.example ', 'bookings@halyard.example'],
])(
  'BOOK-10 the organizer of calendar entries is the address of MAIL_FROM %j',
  (mailbox, address) => {
    expect(addressOf(mailbox)).toBe(address)
  },
)
