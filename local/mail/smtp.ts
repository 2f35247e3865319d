import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { listenOn } from '../runtime/ports.ts'
import { type Envelope, parseMessage } from './message.ts'
import type { MessageStore } from './store.ts'

/** While `on`, the mail server refuses all mail with a temporary error, or only mail to the address `to`. */
export type Outage = { on: boolean; to?: string | undefined }

/** What one client may send. The site's mails are below 100 kB and have one recipient. */
export type MailLimits = {
  bytes: number
  /** Of one connection, however often something arrives on it. */
  connectionMs: number
  /** Without any byte. */
  idleMs: number
  connections: number
}

export const MAIL_LIMITS: MailLimits = {
  bytes: 5_000_000,
  connectionMs: 5 * 60_000,
  idleMs: 60_000,
  connections: 50,
}
const MAX_RECIPIENTS = 100

class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Accepts mail for any recipient and stores it; no mail is forwarded. */
export async function startSmtp(
  wantedPort: number,
  store: MessageStore,
  outage: Outage,
  limits = MAIL_LIMITS,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const unlessOut = (code: number, done: (error?: Error | null) => void, to?: string) => {
    const isOut = outage.on && outage.to === to?.toLowerCase()
    done(isOut ? new Refusal(code, 'The mail stand-in is set to refuse mail') : null)
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: limits.bytes,
    maxClients: limits.connections,
    maxRecipients: MAX_RECIPIENTS,
    socketTimeout: limits.idleMs,
    closeTimeout: 500,
    onConnect: (_session, done) => unlessOut(421, done),
    onMailFrom: (_address, _session, done) => unlessOut(451, done),
    onRcptTo: ({ address }, _session, done) => unlessOut(451, done, address),
    onData(stream, { envelope }, done) {
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      receive(store, stream, { from: sender, to }).then(
        () => done(),
        (error: unknown) =>
          done(error instanceof Refusal ? error : new Refusal(451, 'The mail could not be stored')),
      )
    },
  })
  // A client that disconnects must not end the process.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => endAfter(socket, limits.connectionMs))
  const port = await listenOn(server.server, wantedPort)
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** A client that sends a byte now and then never becomes idle. */
function endAfter(socket: Socket, milliseconds: number): void {
  const end = setTimeout(() => socket.destroy(), milliseconds)
  socket.once('close', () => clearTimeout(end))
}

async function receive(
  store: MessageStore,
  stream: NodeJS.ReadableStream & { sizeExceeded: boolean },
  envelope: Envelope,
): Promise<void> {
  const raw = await contentOf(stream)
  if (stream.sizeExceeded) throw new Refusal(552, 'The mail is too large')
  store.add(await parseMessage(raw, envelope, new Date()))
}

/** The bytes of a mail. Those of one that is too large are read and dropped. Throws when the client disconnects. */
async function contentOf(
  stream: NodeJS.ReadableStream & { sizeExceeded: boolean },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) {
    if (stream.sizeExceeded) chunks.length = 0
    else chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks)
}
