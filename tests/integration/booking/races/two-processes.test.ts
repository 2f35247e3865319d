import { beforeAll, describe, expect, it } from 'vitest'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createHold } from '#booking/contract/holds.ts'
import { MOST_TRIES } from '#core/contract/busy.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { apiSite } from '#tests/fixtures/api-site.ts'
import { buildConsent, buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Answer, newPatient } from '#tests/fixtures/visitor.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

type Patient = Awaited<ReturnType<typeof newPatient>>

const site = perFile(() =>
  apiSite({ processes: 2, env: { LOG_LEVEL: 'error', DATABASE_POOL_MAX: '40' } }),
)
let patients: Patient[]

beforeAll(async () => {
  // Enough connections for 100 requests at once: none may exceed the server's limit for waiting on one.
  patients = []
  // Ten at a time: the tests' own connections have the server's limit for waiting too.
  while (patients.length < 200) {
    const ten = Array.from({ length: 10 }, (_, n) =>
      newPatient(site.test.database, site.urls[n % 2] ?? ''),
    )
    patients.push(...(await Promise.all(ten)))
  }
})

/** Asks again while the server is busy, as pages do: a slow machine answers so before a place is decided on. */
async function untilDecided(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    const { reason } = answer.body as { reason?: string }
    if (reason !== 'busy' || tries >= MOST_TRIES) return answer
  }
}

/** Counts answers by kind: 'ok' or the reason. */
function countAnswers(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = status < 300 ? 'ok' : String((body as { reason?: string }).reason)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

async function placesOf(eventId: number) {
  const slots = await slotsOf(site.test.database, eventId)
  return slots.map((slot) => ({ appt_date: londonDate(slot), appt_time: londonTime(slot) }))
}

describe('two processes, one database', () => {
  it('BOOK-07 I1: of 200 patients who request 20 slots at once, 20 get one and 180 a refusal with a reason', async () => {
    const event_id = await buildEvent(site.test.database, { total_spaces: 200 })
    const places = await placesOf(event_id)
    const answers = await Promise.all(
      patients.map(({ visitor }, n) =>
        untilDecided(() =>
          visitor.call(createHold, {
            event_id,
            ...places[n % 20],
            idempotency_key: `race-key-${n}`,
          }),
        ),
      ),
    )
    const { ok, ...refused } = countAnswers(answers)
    expect(ok).toBe(20)
    // An event of which no time is free is full.
    const { 'slot-taken': taken = 0, 'event-full': full = 0, ...others } = refused
    expect([taken + full, others]).toEqual([180, {}])
    expect(await findViolations(site.test.database)).toEqual([])
  })

  it('BOOK-07 I1 I3 I4: with consents and double clicks, each place is booked once', async () => {
    const eventId = await buildEvent(site.test.database, { total_spaces: 10 })
    const places = await placesOf(eventId)
    const answers = await Promise.all(
      patients.slice(0, 60).map(async ({ visitor, profileId }, n) => {
        const { appt_date: day = '', appt_time: time = '' } = places[n % 20] ?? {}
        await buildConsent(site.test.database, profileId, day)
        const booking = { profileId, eventId, eventDate: day, appointmentStartTime: time }
        const clicks = [1, 2].map(() =>
          untilDecided(() => visitor.call(createAppointment, booking)),
        )
        const [first, second] = await Promise.all(clicks)
        expect(second?.status).toBe(first?.status)
        return first ?? Promise.reject(new Error('no answer'))
      }),
    )
    const { ok, ...refused } = countAnswers(answers)
    expect(ok).toBe(10)
    expect(Object.keys(refused).every((kind) => /^(slot-taken|event-full)$/.test(kind))).toBe(true)
    expect(await findViolations(site.test.database)).toEqual([])
  })
})
