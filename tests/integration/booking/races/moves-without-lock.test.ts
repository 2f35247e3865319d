import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookSlot, rescheduleBooked } from '#booking/server/database/booking.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const PATIENTS = 12
const LOCK = ' for update of ev;'

/**
 * Replaces reschedule_appointment with a copy that pauses between the choice of the place and the move and, with 'removed',
 * takes no lock on the event and has no unique index behind it.
 */
async function slowDown(database: SqlDatabase, protection: 'kept' | 'removed'): Promise<void> {
  const name = 'booking.reschedule_appointment'
  await patchFunction(database, name, (text) =>
    text.replace(/\n {2}update app\.appointments\n {5}set slot_start/, (move) => {
      return `\n  perform pg_catalog.pg_sleep(0.03);${move}`
    }),
  )
  if (protection === 'kept') return
  await patchFunction(database, name, (text) => text.replace(LOCK, ';'))
  await database.query('drop index app.appointments_one_per_place')
}

/** Patients with a place each who all move to the same free slot at once: the reasons, null for a move. */
async function moveAll(test: TestDatabase): Promise<(string | null)[]> {
  const database = test.open({ poolMax: PATIENTS })
  const event = await buildEvent(database)
  const [last = new Date(), ...slots] = (await slotsOf(database, event)).reverse()
  const booked = await Promise.all(
    slots.slice(0, PATIENTS).map(async (startsAt) => {
      const profileId = await buildProfile(database)
      const slot = { eventId: event, profileId, startsAt, key: randomUUID() }
      const answer = await bookSlot(database, { ...slot, paymentStatus: 'paid', requestId: 'r' })
      if (!answer.ok) throw new Error(answer.reason)
      return { appointmentId: answer.appointmentId, profileId }
    }),
  )
  const answers = await Promise.all(
    booked.map((one) => rescheduleBooked(database, { ...one, startsAt: last }, { requestId: 'r' })),
  )
  return answers.map((answer) => (answer.ok ? null : answer.reason))
}

let kept: TestDatabase
const removed = perFile(testDatabase)

beforeAll(async () => {
  kept = await testDatabase()
  await slowDown(kept.database, 'kept')
  await slowDown(removed.database, 'removed')
})
afterAll(async () => {
  await kept.close()
})

describe('the lock of reschedule_appointment', () => {
  it('APPT-03 I1 with it, one patient moves to the last place and the others keep theirs', async () => {
    const reasons = await moveAll(kept)
    expect(reasons.filter((reason) => reason === null)).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'slot-taken')).toHaveLength(PATIENTS - 1)
    expect(await findViolations(kept.database)).toEqual([])
  })

  it('APPT-03 I1 without it, the same check finds a place that was given twice', async () => {
    const reasons = await moveAll(removed)
    expect(reasons.filter((reason) => reason === null).length).toBeGreaterThan(1)
    const violated = (await findViolations(removed.database)).map((one) => one.violated)
    expect(violated).toContain('I1 one place twice')
  })
})
