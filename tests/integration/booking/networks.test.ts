import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { unverifiedBookings } from '#booking/commands/list-unverified.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import type { RequestContext } from '#core/server/caller.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { buildConsent, buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import {
  bookingInput,
  CONTEXT,
  callerOf,
  servicesAt,
} from '#tests/integration/booking/booking-setup.ts'

const now = new Date()
const DAY = addDays(londonDate(now), 30)

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, now.toISOString()))

const from = (network: string): RequestContext => ({ ...CONTEXT, network })

/** A patient with a consent for DAY. */
async function newPatient(isVerified: boolean): Promise<number> {
  const id = await buildProfile(services.database, { is_verified: isVerified })
  await buildConsent(services.database, id, DAY)
  return id
}

const book = (eventId: number, patient: number, time: string, network: string) =>
  services.appointments.create(
    bookingInput(patient, eventId, DAY, time),
    callerOf(patient),
    from(network),
  )

/** `09:00`, `09:10` … of an event with slots of ten minutes. */
const timeOf = (n: number) =>
  `${String(9 + Math.floor(n / 6)).padStart(2, '0')}:${(n % 6) * 10 || '00'}`

describe('bookings from one network', () => {
  it('BOOK-07 a hall of 200 patients books within an hour', async () => {
    const eventId = await buildEvent(services.database, {
      event_on: DAY,
      total_spaces: 200,
      places_per_slot: 10,
    })
    expect(await slotsOf(services.database, eventId)).toHaveLength(20)
    const patients = await Promise.all(Array.from({ length: 200 }, () => newPatient(false)))
    // One of each slot at a time: 200 at once would wait for the event's lock, on a slow machine until it is refused.
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(
        patients
          .slice(round * 20, round * 20 + 20)
          .map((patient, n) => book(eventId, patient, timeOf(n), '192.0.2.200')),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    }
  })

  it('BOOK-07 are limited; a refused or repeated booking does not count', async () => {
    const network = '192.0.2.201'
    const eventId = await buildEvent(services.database, { event_on: DAY })
    const [first, second, third] = [
      await newPatient(false),
      await newPatient(false),
      await newPatient(false),
    ]
    for (let n = 0; n < LIMITS.bookPerNetwork.most - 1; n += 1) {
      expect(await services.limiter.count(['bookPerNetwork', network])).toBeUndefined()
    }
    expect(await book(eventId, first, '09:00', network)).toMatchObject({ ok: true })
    expect(await book(eventId, first, '09:00', network)).toMatchObject({ ok: true })
    const limited = await book(eventId, second, '09:10', network)
    expect(limited).toMatchObject({ ok: false, reason: 'too-many-requests' })
    expect(await book(eventId, second, '09:10', '192.0.2.202')).toMatchObject({ ok: true })
    // The refusal took the patient's own use back: it was not theirs.
    for (let n = 0; n < LIMITS.bookPerPatient.most - 1; n += 1) {
      expect(await book(eventId, third, '09:00', '192.0.2.203')).toMatchObject({
        reason: 'slot-taken',
      })
    }
    expect(await book(eventId, third, '09:20', '192.0.2.203')).toMatchObject({ ok: true })
  })
})

describe('npm run events -- unverified', () => {
  const command = (...args: string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const env = { ...TEST_PROCESS_ENV, DATABASE_URL: test.url }
      execFile(process.execPath, ['scripts/events.ts', ...args], { env }, (error, out) =>
        error === null ? resolve(out) : reject(error),
      )
    })

  it('OPS-02 lists bookings of unverified addresses by network, the largest first, without names and addresses', async () => {
    await services.database.query('delete from app.booking_networks')
    await services.database.query('update app.profiles set is_verified = true')
    const eventId = await buildEvent(services.database, { event_on: DAY })
    const networks = ['198.51.100.1', '198.51.100.2', '198.51.100.2', '198.51.100.2']
    const patients: number[] = []
    for (const [n, network] of networks.entries()) {
      const patient = await newPatient(false)
      patients.push(patient)
      expect(await book(eventId, patient, timeOf(n), network)).toMatchObject({ ok: true })
    }
    await book(eventId, await newPatient(true), '11:00', '198.51.100.2')
    const text = await command('unverified')
    expect(text).toBe(await unverifiedBookings(services.database, now))
    const rows = text.trim().split('\n').slice(1)
    expect(rows).toHaveLength(4)
    const hashes = rows.map((row) => row.split(/\s/)[0] ?? '')
    expect(hashes[0]).toMatch(/^[0-9a-f]{8}$/)
    expect(new Set(hashes.slice(0, 3)).size).toBe(1)
    expect(hashes[3]).not.toBe(hashes[0])
    for (const patient of patients) expect(text).toContain(String(patient))
    expect(text).not.toMatch(/198\.51|@|Pendle/)
    const { rows: stored } = await services.database.query<{ row: string }>(
      'select n::text as row from app.booking_networks n',
    )
    expect(stored.map(({ row }) => row).join()).not.toContain('198.51')
  })

  it('OPS-02 says so when there is none', async () => {
    await services.database.query('update app.profiles set is_verified = true')
    expect(await command('unverified')).toBe('Every upcoming booking is of a verified address.\n')
  })
})
