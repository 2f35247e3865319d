import { describe, expect, it, vi } from 'vitest'
import { ACCESS_CODE_STEP_MS, LIMITS } from '#core/server/config/limits.ts'
import { accessService } from '#events/server/access.ts'
import { buildPrivateEvent, CODE } from '#tests/fixtures/access-codes.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { bookingFile } from '../booking/booking-file.ts'
import { CONTEXT, callerOf } from '../booking/booking-setup.ts'

const booking = bookingFile('2027-06-01T09:00:00Z')

const privateEvent = () =>
  buildPrivateEvent(booking.services.database, booking.services.sealer, { event_on: '2027-06-16' })
const newPatient = () => buildProfile(booking.services.database)

/** Each attempt has a network of its own, so that it is not counted for another one. */
let networks = 0
const newContext = () => {
  networks += 1
  return { ...CONTEXT, network: `198.51.100.${networks}` }
}
const reasonOf = (outcome: { ok: boolean; reason?: string }) => outcome.ok || outcome.reason

describe('guesses', () => {
  /** The service on a clock that the work moves by `workMs`; answers the time until its answer. */
  async function timeOf(eventId: number, code: string, workMs: number): Promise<number> {
    const { database, limiter, sealer } = booking.services
    let now = 0
    let readings = 0
    const timer = {
      now() {
        readings += 1
        return readings === 1 ? 0 : workMs
      },
      async wait(ms: number) {
        now = workMs + ms
      },
    }
    const access = accessService({ database, limiter, sealer, timer })
    await access.check({ event_id: eventId, access_code: code }, undefined, newContext())
    return now
  }

  it('EVD-05 right, wrong and unknown are answered after the same time, however long the work took', async () => {
    const { eventId } = await privateEvent()
    for (const workMs of [0, 7, 90, ACCESS_CODE_STEP_MS]) {
      expect(await timeOf(eventId, CODE, workMs)).toBe(ACCESS_CODE_STEP_MS)
      expect(await timeOf(eventId, 'WRONG-CODE', workMs)).toBe(ACCESS_CODE_STEP_MS)
      expect(await timeOf(999_999, CODE, workMs)).toBe(ACCESS_CODE_STEP_MS)
    }
  })

  it('EVD-05 are limited per event and network, account, network and event before a code is hashed; right codes do not count', async () => {
    const { eventId } = await privateEvent()
    const { database, limiter, sealer } = booking.services
    const lookup = vi.spyOn(sealer, 'lookup')
    const hashed = () => lookup.mock.calls.filter(([, purpose]) => purpose === 'access-code').length
    const timer = { now: () => 0, wait: async () => {} }
    const access = accessService({ database, limiter, sealer, timer })
    const tryCode = async (event: number, code: string, network: string, who?: number) =>
      reasonOf(
        await access.check(
          { event_id: event, access_code: code },
          who === undefined ? undefined : { ...callerOf(who), userId: `user-${who}` },
          { ...CONTEXT, network },
        ),
      )
    const { most } = LIMITS.accessCodePerEventAndNetwork
    for (let n = 0; n < 2 * most; n += 1) {
      expect(await tryCode(eventId, CODE, '203.0.113.1')).toBe(true)
    }
    const wrong = await Promise.all(
      Array.from({ length: most + 3 }, () => tryCode(eventId, 'WRONG', '203.0.113.1')),
    )
    expect(wrong.filter((reason) => reason === 'access-code-invalid')).toHaveLength(most)
    const before = hashed()
    expect(await tryCode(eventId, CODE, '203.0.113.1')).toBe('too-many-requests')
    expect(hashed()).toBe(before)
    expect(await tryCode(eventId, CODE, '203.0.113.2')).toBe(true)

    const guesser = await newPatient()
    const perAccount = LIMITS.accessCodePerAccount.most
    for (let n = 0; n < perAccount; n += 1) {
      await tryCode(eventId, 'WRONG', `203.0.113.${10 + n}`, guesser)
    }
    expect(await tryCode(eventId, CODE, '203.0.113.99', guesser)).toBe('too-many-requests')
    expect(await tryCode(eventId, CODE, '203.0.113.99')).toBe(true)

    await database.query(`update app.rate_limits set used = $2 where limit_name = $1`, [
      'accessCodePerEvent',
      LIMITS.accessCodePerEvent.most,
    ])
    expect(await tryCode(eventId, CODE, '203.0.113.100')).toBe('too-many-requests')
    lookup.mockRestore()
  })

  it('EVD-05 a code that the database could not compare does not count as a wrong one', async () => {
    const { eventId } = await privateEvent()
    const { database, access } = booking.services
    const context = newContext()
    const counted = async () =>
      (
        await database.query(
          'select limit_name, subject_hash, used from app.rate_limits where used > 0 order by 1, 2',
        )
      ).rows
    const before = await counted()
    await database.query('alter table app.access_codes rename to access_codes_away')
    const input = { event_id: eventId, access_code: CODE }
    await expect(access.check(input, undefined, context)).rejects.toThrow('access_codes')
    await database.query('alter table app.access_codes_away rename to access_codes')
    expect(await counted()).toEqual(before)
    await access.check({ ...input, access_code: 'WRONG-CODE' }, undefined, context)
    expect(await counted()).not.toEqual(before)
  })
})
