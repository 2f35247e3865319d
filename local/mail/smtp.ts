import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { listenOn } from '../runtime/ports.ts'
import { type Envelope, parseMessage } from './message.ts'
import type { MessageStore } from './store.ts'

/** While `on`, the mail server refuses all mail with a temporary error, or only mail to the address `to`. */
export type Outage = { on: boolean; to?: string | undefined }

const largestMail = 25 * 1024 * 1024

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
): Promise<{ port: number; stop: () => Promise<void> }> {
  const unlessOut = (code: number, done: (error?: Error | null) => void, to?: string) => {
    const isOut = outage.on && outage.to === to?.toLowerCase()
    done(isOut ? new Refusal(code, 'The mail stand-in is set to refuse mail') : null)
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestMail,
    closeTimeout: 500,
    onConnect: (_session, done) => unlessOut(421, done),
    onMailFrom: (_address, _session, done) => unlessOut(451, done),
    onRcptTo: ({ address }, _session, done) => unlessOut(451, done, address),
    onData(stream, { envelope }, done) {
      const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address)
      receive(store, stream, { from: sender, to }).then(
        () => done(),
        (error: unknown) => done(new Refusal(451, String(error))),
      )
    },
  })
  // A client that disconnects must not end the process.
  server.on('error', () => undefined)
  const port = await listenOn(server.server, wantedPort)
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

async function receive(
  store: MessageStore,
  stream: NodeJS.ReadableStream & { sizeExceeded: boolean },
  envelope: Envelope,
): Promise<void> {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) throw new Error('The mail is too large')
  store.add(await parseMessage(raw, envelope, new Date()))
}
