import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { waitMs } from '#core/contract/busy.ts'
import { SESSION_COOKIE } from '#core/rules/cookie-names.ts'
import { SAMPLE_ANSWERS } from '#local/samples/consent.ts'
import { networkOf, type Patient } from '../booking/prepare.ts'
import { SITE_URL } from '../booking/servers.ts'

/** The outcome of one simulated patient: `gave-up` after the retries that the page makes while the server is busy. */
export type Ending = 'booked' | 'full' | 'gave-up' | 'failed'

/** What happened to all patients together. */
export type Counts = {
  requests: number
  /** Answers 503 'busy'. */
  busy: number
  /** Answers that no step expects. */
  unexpected: Map<string, number>
  /** Milliseconds of each single answer. */
  latencies: number[]
}

type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null }
type Ask = (method: string, path: string, body?: object) => Promise<Answer>

class GaveUp extends Error {}

/** What a patient sends with every request: the session, and the network that the proxy saw. */
type Own = { readonly cookie: string; readonly 'x-forwarded-for': string }

function once(port: number, agent: Agent, own: Own, [method, path, body]: Parameters<Ask>) {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    origin: SITE_URL,
    ...own,
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
  }
  return new Promise<Answer>((resolve, reject) => {
    const options = { port, host: '127.0.0.1', agent, method, path: `/api${path}`, headers }
    const outgoing = request(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: JSON.parse(String(Buffer.concat(chunks))) as Answer['body'],
          retryAfter: response.headers['retry-after'] ?? null,
        }),
      )
    })
    outgoing.once('error', reject).end(text)
  })
}

/** Asks as the page does: it waits its turn while the server is busy. */
const asking =
  (port: number, agent: Agent, own: Own, counts: Counts): Ask =>
  async (...wanted) => {
    for (let tries = 1; ; tries += 1) {
      const started = performance.now()
      const answer = await once(port, agent, own, wanted)
      counts.requests += 1
      counts.latencies.push(performance.now() - started)
      if (answer.body['reason'] !== 'busy') return answer
      counts.busy += 1
      const wait = waitMs(answer.retryAfter, tries, Math.random())
      if (wait === undefined) throw new GaveUp()
      await pause(wait)
    }
  }

type Slots = Record<string, { availableTimeSlots: string[] }>

/** Chooses an open time at random and holds it, until a hold succeeds; undefined when no time is open. */
async function hold(ask: Ask, eventId: number, key: string) {
  for (let attempt = 1; ; attempt += 1) {
    const { body } = await ask('GET', `/events/${eventId}/slots`)
    const [[date, day] = []] = Object.entries(body as Slots)
    const times = day?.availableTimeSlots ?? []
    const time = times[Math.floor(Math.random() * times.length)]
    if (date === undefined || time === undefined) return undefined
    const wanted = { event_id: eventId, appt_date: date, appt_time: time }
    const answer = await ask('POST', '/holds', { ...wanted, idempotency_key: `${key}-${attempt}` })
    if (answer.status === 201 || answer.status === 200) return { date, time }
    if (answer.body['reason'] === 'event-full') return undefined
    if (answer.status !== 409) throw new Error(`hold: ${answer.status} ${answer.body['reason']}`)
  }
}

async function steps(ask: Ask, eventId: number, { profileId }: Patient): Promise<Ending> {
  const expect = ({ status, body }: Answer, step: string) => {
    if (status >= 300) throw new Error(`${step}: ${status} ${body['reason']}`)
  }
  expect(await ask('GET', '/events'), 'list')
  expect(await ask('GET', `/events/${eventId}`), 'event')
  const held = await hold(ask, eventId, `opening-${profileId}`)
  if (held === undefined) return 'full'
  const { date, time } = held
  expect(
    await ask('POST', '/medical/consent', { ...SAMPLE_ANSWERS, profileId, psaTestDate: date }),
    'consent',
  )
  const booking = { profileId, eventId, eventDate: date, appointmentStartTime: time }
  expect(await ask('POST', '/appointments', booking), 'confirm')
  return 'booked'
}

/** One patient from the list of events to the booking, on one connection. Never rejects. */
export async function bookPlace(
  port: number,
  eventId: number,
  patient: Patient & { readonly number: number },
  counts: Counts,
): Promise<{ ending: Ending; ms: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const own = { cookie: `${SESSION_COOKIE}=${patient.secret}`, ...networkOf(patient.number) }
  const ask = asking(port, agent, own, counts)
  const started = performance.now()
  let ending: Ending
  try {
    ending = await steps(ask, eventId, patient)
  } catch (error) {
    ending = error instanceof GaveUp ? 'gave-up' : 'failed'
    const text = error instanceof GaveUp ? 'busy too often' : (error as Error).message
    counts.unexpected.set(text, (counts.unexpected.get(text) ?? 0) + 1)
  }
  agent.destroy()
  return { ending, ms: performance.now() - started }
}
