import { expect, it } from 'vitest'
import { changeProfile, nhsNumberContext } from '#account/server/database/profiles.ts'
import { joinWaitingList } from '#booking/server/database/waiting-list.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'
import { sealer } from './booking-setup.ts'
import { ALL_DAY, waitingSetup } from './waiting-setup.ts'

const list = waitingSetup()
const { booking, entriesOf, join, newEvent, newPatient, offerTo, tryHold } = list

const ESNEFT = { lab_name: 'ESNEFT', total_spaces: 0 }
const REQUIRED = 'nhs-number-required'

const query = (text: string, values: unknown[] = []) =>
  booking.services.database.query<{ user_id: string }>(text, values)

async function userOf(patient: number): Promise<string> {
  const { rows } = await query('select user_id from app.profiles where profile_id = $1', [patient])
  return rows[0]?.user_id ?? ''
}

let numbers = 0
/** Gives the patient a number of their own, or takes it away. */
async function setNumber(patient: number, isGiven: boolean): Promise<void> {
  numbers += 1
  const nhsNumber = isGiven ? testNhsNumber(numbers) : null
  await changeProfile(booking.services.database, sealer, await userOf(patient), { nhsNumber })
}

const raise = (eventId: number) =>
  query(`${BY_HAND} update app.events set total_spaces = total_spaces + 1 where event_id = $1`, [
    eventId,
  ])

/** Two patients with numbers who wait for a full event. */
async function twoWaiting() {
  const eventId = await newEvent(ESNEFT)
  const [first, second] = [await newPatient(), await newPatient()]
  for (const who of [first, second]) {
    await setNumber(who, true)
    expect(await join(eventId, who)).toBe('joined')
  }
  return { eventId, first, second }
}

it('WAIT-01 NHS-02 a list is joined with a valid NHS number only, as a place is held; the service and the database each refuse', async () => {
  const full = await newEvent(ESNEFT)
  const free = await newEvent({ ...ESNEFT, total_spaces: 6 })
  const patient = await newPatient()
  expect(await tryHold(free, patient, '09:00')).toBe(REQUIRED)
  expect(await join(full, patient)).toBe(REQUIRED)
  const known = await findKnownEvent(booking.services.database, full)
  const alone = await joinWaitingList(booking.services.database, {
    eventId: full,
    profileId: patient,
    ...ALL_DAY,
    eventVersion: known?.version ?? '',
    mostLists: 5,
  })
  expect(alone).toEqual({ ok: false, reason: REQUIRED })
  const wrong = sealer.seal('9434765910', nhsNumberContext(await userOf(patient)))
  await query('update app.profiles set nhs_number_sealed = $2 where profile_id = $1', [
    patient,
    wrong,
  ])
  expect(await join(full, patient)).toBe(REQUIRED)
  await setNumber(patient, true)
  expect(await join(full, patient)).toBe('joined')
})

it('WAIT-02 NHS-02 a patient who removed the number is passed over and keeps the position; with it the next place is theirs', async () => {
  const { eventId, first, second } = await twoWaiting()
  await setNumber(first, false)
  await raise(eventId)
  await list.runJobs()
  expect(await offerTo(first)).toBeNull()
  expect(await offerTo(second)).toBe('09:00')
  expect((await entriesOf(first))[0]).toMatchObject({ position: 1, ended_at: null })
  await setNumber(first, true)
  await raise(eventId)
  await list.runJobs()
  expect(await offerTo(first)).toBe('09:10')
})

it('WAIT-02 NHS-02 an offer whose patient removes the number goes to the next', async () => {
  const { eventId, first, second } = await twoWaiting()
  await raise(eventId)
  await list.runJobs()
  expect(await offerTo(first)).toBe('09:00')
  await setNumber(first, false)
  await booking.services.waitingList.sweep()
  await list.runJobs()
  expect(await offerTo(second)).toBe('09:00')
  expect((await entriesOf(first))[0]).toMatchObject({ position: 1, ended_at: null })
})

it('WAIT-02 NHS-02 without the rule of the database a patient without a number is offered the place', async () => {
  const { eventId, first } = await twoWaiting()
  await setNumber(first, false)
  await query(
    `create or replace function booking.number_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
       language sql stable return null::text`,
  )
  await raise(eventId)
  await list.runJobs()
  expect(await offerTo(first)).toBe('09:00')
})
