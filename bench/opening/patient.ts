import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { waitMs } from '#core/contract/busy.ts'
import { SESSION_COOKIE } from '#core/rules/cookie-names.ts'
import { SAMPLE_ANSWERS } from '#local/samples/consent.ts'
import { networkOf, type Patient } from '../booking/prepare.ts'
import { SITE_URL } from '../booking/servers.ts'

/** What happened to all patients together. */
export type Counts = {
  requests: number
  /** Answers 503 'busy', each with Retry-After. */
  busy: number
  /** Why patients did not get to an end, and how many. */
  faults: Map<string, number>
}

type Answer = { status: number; body: Record<string, unknown>; retryAfter: string | null }
type Wanted = readonly [method: string, path: string, body?: object]

/** A patient's browser: one connection, the session, and the network that the proxy saw. */
function browser(port: number, { secret, number }: Patient) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const own = {
    origin: SITE_URL,
    cookie: `${SESSION_COOKIE}=${secret}`,
    'content-type': 'application/json',
    ...networkOf(number),
  }
  const send = ([method, path, body]: Wanted) =>
    new Promise<Answer>((resolve, reject) => {
      const text = body && JSON.stringify(body)
      const headers = { ...own, ...(text && { 'content-length': Buffer.byteLength(text) }) }
      const options = { port, host: '127.0.0.1', agent, method, path: `/api${path}`, headers }
      const outgoing = request(options, async (response) => {
        try {
          const answer = Buffer.concat(await response.toArray()).toString()
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(answer) as Answer['body'],
            retryAfter: response.headers['retry-after'] ?? null,
          })
        } catch (error) {
          reject(error as Error)
        }
      })
      outgoing.once('error', reject).end(text)
    })
  return { send, close: () => agent.destroy() }
}

type Slots = Record<string, { availableTimeSlots: string[] }>

/** One patient from the list of events to the booking. Returns whether they have a place; throws when they do not learn it. */
async function steps(
  send: (wanted: Wanted) => Promise<Answer>,
  { profileId }: Patient,
  eventId: number,
  counts: Counts,
): Promise<'booked' | 'full'> {
  /** Asks as the page does: it waits its turn while the server is busy. */
  async function ask(...wanted: Wanted): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(wanted)
      counts.requests += 1
      if (answer.body['reason'] !== 'busy') return answer
      counts.busy += 1
      const wait = waitMs(answer.retryAfter, tries, Math.random())
      if (wait === undefined) throw new Error('busy too often')
      await pause(wait)
    }
  }
  async function make(...wanted: Wanted): Promise<void> {
    const { status, body } = await ask(...wanted)
    if (status >= 300) throw new Error(`${wanted[1]}: ${status} ${body['reason']}`)
  }
  await make('GET', '/events')
  await make('GET', `/events/${eventId}`)
  for (let attempt = 1; ; attempt += 1) {
    const { body } = await ask('GET', `/events/${eventId}/slots`)
    const [[date = '', day] = []] = Object.entries(body as Slots)
    const times = day?.availableTimeSlots ?? []
    const time = times[Math.floor(Math.random() * times.length)]
    if (time === undefined) return 'full'
    const wanted = { event_id: eventId, appt_date: date, appt_time: time }
    const key = `opening-${profileId}-${attempt}`
    const held = await ask('POST', '/holds', { ...wanted, idempotency_key: key })
    if (held.body['reason'] === 'event-full') return 'full'
    if (held.status === 409) continue
    if (held.status >= 300) throw new Error(`hold: ${held.status} ${held.body['reason']}`)
    await make('POST', '/medical/consent', { ...SAMPLE_ANSWERS, profileId, psaTestDate: date })
    await make('POST', '/appointments', {
      profileId,
      eventId,
      eventDate: date,
      appointmentStartTime: time,
    })
    return 'booked'
  }
}

/** Whether a patient is booked, and after how many milliseconds they knew. Never rejects. */
export async function bookPlace(port: number, eventId: number, patient: Patient, counts: Counts) {
  const { send, close } = browser(port, patient)
  const started = performance.now()
  const ending = await steps(send, patient, eventId, counts).catch((error: Error) => {
    counts.faults.set(error.message, (counts.faults.get(error.message) ?? 0) + 1)
    return 'failed' as const
  })
  close()
  return { ending, ms: performance.now() - started }
}
