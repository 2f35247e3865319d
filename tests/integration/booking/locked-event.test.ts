import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { getSession } from '#account/contract/accounts.ts'
import { createHold } from '#booking/contract/holds.ts'
import { requestHold } from '#booking/server/database/booking.ts'
import { screeningBirthDates } from '#core/rules/age.ts'
import { londonDate } from '#core/rules/time.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { getEvent } from '#events/contract/events.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'

/* The row of one event stays locked, as by a slow change of it, while 200 patients want to hold a place of it. */
const HOLDS = 200
/** Far below the two seconds for which a statement waits for the lock. */
const QUICK_MS = 1_000

const service = perFile(testService)
let locked: number
let other: number
let day: string
let visitors: Visitor[]
let profiles: number[]

beforeAll(async () => {
  const { database } = service.db
  locked = await buildEvent(database, { total_spaces: 300, places_per_slot: 20 })
  other = await buildEvent(database)
  day = londonDate((await slotsOf(database, other))[0] ?? new Date())
  profiles = []
  visitors = []
  for (let n = 0; n <= HOLDS; n += 1) {
    const userId = crypto.randomUUID()
    const email = `${userId}@example.org`
    profiles.push(await buildProfile(database, { user_id: userId, email }))
    const visitor = service.visitor(`10.0.0.${n}`)
    const secret = await openSession(database, { userId, email, device: 'Test browser' })
    visitor.cookies.set(sessionCookieName(SITE_URL), secret)
    visitors.push(visitor)
  }
})

const hold = (visitor: Visitor | undefined, eventId: number) =>
  visitor?.call(createHold, {
    event_id: eventId,
    appt_date: day,
    appt_time: '09:00',
    idempotency_key: crypto.randomUUID(),
  })

/** Runs `work` while another session keeps the event locked, as soon as statements wait for it. */
async function whileLocked<Value>(begin: () => void, work: () => Promise<Value>): Promise<Value> {
  const { database } = service.db
  return database.transaction(async ({ kysely }) => {
    await sql`select from app.events where event_id = ${locked} for update`.execute(kysely)
    begin()
    await waitForLockWait(database)
    return work()
  })
}

const isQuick = async (work: Promise<unknown>) =>
  Promise.race([work.then(() => true), pause(QUICK_MS).then(() => false)])

describe('an event that stays locked', () => {
  it('API-06 BOOK-06 200 holds of it are refused as busy, and everything else is answered meanwhile', async () => {
    let holds: Promise<unknown>[] = []
    const patient = visitors[HOLDS]
    const begin = () => {
      holds = visitors.slice(0, HOLDS).map((visitor) => hold(visitor, locked) ?? Promise.reject())
    }
    await whileLocked(begin, async () => {
      const started = performance.now()
      expect((await patient?.call(getEvent, { event_id: other }))?.status).toBe(200)
      expect((await patient?.call(getSession))?.body['session']).not.toBeNull()
      expect((await hold(patient, other))?.status).toBe(201)
      expect(performance.now() - started).toBeLessThan(QUICK_MS)
      for (const answer of await Promise.all(holds)) {
        expect(answer).toMatchObject({ status: 503, body: { reason: 'busy' } })
      }
    })
    // Afterwards the same patients get their places.
    expect((await hold(visitors[0], locked))?.status).toBe(201)
  })

  it('API-06 without turns, the same holds use up the connections', async () => {
    const { database } = service.wiring
    const startsAt = (await slotsOf(service.db.database, locked))[1] ?? new Date()
    const limit = { eventVersion: '', isClosed: false, birthDates: screeningBirthDates(day) }
    const request = { ...limit, givesUpOffer: false, eventId: locked, startsAt, limit: undefined }
    let holds: Promise<unknown>[] = []
    const begin = () => {
      holds = profiles
        .slice(0, HOLDS)
        .map((profileId) =>
          requestHold(database, { ...request, profileId, key: crypto.randomUUID() }),
        )
    }
    const quick = await whileLocked(begin, () =>
      isQuick(service.visitor().call(getEvent, { event_id: other })),
    )
    expect(quick).toBe(false)
    await Promise.allSettled(holds)
  })
})
