import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeProfile, isNumberNeeded } from '#account/server/database/profiles.ts'
import { clearNumber } from '#account/server/database/same-numbers.ts'
import { bookSlot } from '#booking/server/database/booking.ts'
import { isEsneft } from '#events/rules/event.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { testNhsNumber } from '../../../local/samples/people.ts'
import { sealer } from './booking-setup.ts'

const RULE = 'NHS-02 an upcoming appointment without the NHS number that it needs'

const test = perFile(testDatabase)

it('NHS-02 one function of the database alone says which laboratories need the number', async () => {
  const { rows } = await test.database.query<{ name: string }>(
    String.raw`select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('app', 'booking', 'lab') and p.prokind = 'f' and pg_get_functiondef(p.oid) ~* '(~\*?|like)\s*''[^'']*esneft'`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['app.needs_nhs_number'])
})

const esneft = () => buildEvent(test.database, { lab_name: 'ESNEFT' })

async function userOf(profileId: number): Promise<string> {
  const { rows } = await test.database.query<{ user_id: string }>(
    'select user_id from app.profiles where profile_id = $1',
    [profileId],
  )
  return rows[0]?.user_id ?? ''
}

const setNumber = async (profileId: number, nhsNumber: string | null) =>
  changeProfile(test.database, sealer, await userOf(profileId), { nhsNumber })

let keys = 0
/** Books the slot by the database function alone, as a service would that forgot every check. */
async function book(profileId: number, eventId: number, slot = 0): Promise<string> {
  const startsAt = (await slotsOf(test.database, eventId))[slot] ?? new Date()
  keys += 1
  const answer = await bookSlot(test.database, {
    eventId,
    profileId,
    startsAt,
    key: `number-${keys}`,
    paymentStatus: 'paid',
    requestId: 'request',
  })
  return answer.ok ? answer.appointmentId : answer.reason
}

const rulesBroken = async () =>
  (await findViolations(test.database)).map(({ violated }) => violated)

describe('booking.number_refusal', () => {
  it('NHS-02 the database alone refuses a booking without a number', async () => {
    expect(await book(await buildProfile(test.database), await esneft())).toBe(
      'nhs-number-required',
    )
    expect(await rulesBroken()).toEqual([])
  })

  it('NHS-02 without it a forgotten check books a patient without a number, and the invariant finds it', async () => {
    const broken = await testDatabase()
    try {
      const { query } = broken.database
      await query(`create or replace function booking.number_refusal(e app.events, p_profile bigint, p_now timestamptz)
        returns text language sql stable return null::text`)
      const event = await buildEvent(broken.database, { lab_name: 'ESNEFT' })
      const [startsAt = new Date()] = await slotsOf(broken.database, event)
      const answer = await bookSlot(broken.database, {
        eventId: event,
        profileId: await buildProfile(broken.database),
        startsAt,
        key: 'broken-1',
        paymentStatus: 'paid',
        requestId: 'request',
      })
      expect(answer.ok).toBe(true)
      const found = await findViolations(broken.database)
      expect(found.map(({ violated }) => violated)).toEqual([RULE])
    } finally {
      await broken.close()
    }
  })

  it('NHS-02 the database and the pages agree which laboratory needs the number', async () => {
    const labs = [
      'ESNEFT',
      'East lab (esneft)',
      'Eſneft',
      'ESN EFT',
      'xeSnEfTx',
      '',
      null,
      'İESNEFT',
      'esnéft',
    ]
    const { rows } = await test.database.query<{ needs: boolean }>(
      'select app.needs_nhs_number(lab) as needs from unnest($1::text[]) with ordinality as l (lab, n) order by n',
      [labs],
    )
    expect(rows.map(({ needs }) => needs)).toEqual(
      labs.map((labName) => isEsneft(labName === null ? {} : { labName })),
    )
  })
})

describe('an event that becomes one of ESNEFT', () => {
  it('NHS-02 OPS-02 is refused while a patient without a number is booked', async () => {
    const event = await buildEvent(test.database)
    const patient = await buildProfile(test.database)
    await book(patient, event)
    const change = () =>
      test.database.query(
        `${BY_HAND} update app.events set lab_name = 'ESNEFT' where event_id = $1`,
        [event],
      )
    await expect(change()).rejects.toThrow('a patient without an NHS number is booked')
    await setNumber(patient, testNhsNumber(1))
    await change()
    expect(await rulesBroken()).toEqual([])
  })
})

/** A patient as the test knows them: which number they have, what they have booked, and whether that needs the number. */
type Known = { readonly id: number; number: number | null; booked: string; needs: boolean }
type Events = { readonly esneft: number; readonly other: number }
type Step = { who: number } & (
  | { do: 'number'; value: number | null }
  | { do: 'operator' | 'phone' | 'cancel' }
  | { do: 'book'; esneft: boolean }
)

const who = fc.nat({ max: 2 })
const STEPS: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('number' as const),
      who,
      value: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    }),
    fc.record({
      do: fc.constantFrom('operator' as const, 'phone' as const, 'cancel' as const),
      who,
    }),
    fc.record({ do: fc.constant('book' as const), who, esneft: fc.boolean() }),
  ),
  { minLength: 4, maxLength: 20 },
)

async function remove(work: () => Promise<unknown>): Promise<'removed' | 'needed'> {
  try {
    await work()
    return 'removed'
  } catch (error) {
    if (isNumberNeeded(error)) return 'needed'
    throw error
  }
}

async function editNumber(patient: Known, step: Step): Promise<void> {
  if (step.do === 'number' && step.value !== null) {
    await setNumber(patient.id, testNhsNumber(1000 + step.value))
    patient.number = step.value
    return
  }
  const byOperator = () => clearNumber(test.database, patient.id)
  const byPatient = () => setNumber(patient.id, null)
  const outcome = await remove(step.do === 'operator' ? byOperator : byPatient)
  expect(outcome).toBe(patient.number !== null && patient.needs ? 'needed' : 'removed')
  if (outcome === 'removed') patient.number = null
}

async function bookOne(patient: Known, all: readonly Known[], event: number, needs: boolean) {
  const { number } = patient
  const isShared = all.some((other) => other !== patient && other.number === number)
  const refusal = isShared ? 'nhs-number-check' : undefined
  const expected = number === null ? 'nhs-number-required' : refusal
  const answer = await book(patient.id, event, all.indexOf(patient))
  if (needs && expected !== undefined) expect(answer).toBe(expected)
  else {
    expect(answer).toMatch(/^[\da-f-]{36}$/)
    Object.assign(patient, { booked: answer, needs })
  }
}

async function perform(step: Step, all: readonly Known[], events: Events): Promise<void> {
  const patient = all[step.who]
  if (patient === undefined) throw new Error('There are three patients.')
  if (step.do === 'number' || step.do === 'operator') return editNumber(patient, step)
  if (step.do === 'phone') {
    const change = { phone: '+447700900111' }
    await changeProfile(test.database, sealer, await userOf(patient.id), change)
  } else if (step.do === 'book') {
    if (patient.booked !== '') return
    await bookOne(patient, all, step.esneft ? events.esneft : events.other, step.esneft)
  } else if (patient.booked !== '') {
    await test.database.query(
      'select booking.cancel_appointment(p_appointment => $1, p_profile => $2)',
      [patient.booked, patient.id],
    )
    Object.assign(patient, { booked: '', needs: false })
  }
}

describe('the guard of the number', () => {
  it('NHS-02 PORT-03 whatever patients and operators do, a booked patient of ESNEFT keeps a number', async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        // The numbers of earlier runs count no more.
        await test.database.query('update app.profiles set is_active = false')
        const events = { esneft: await esneft(), other: await buildEvent(test.database) }
        const ids = await Promise.all([0, 1, 2].map(() => buildProfile(test.database)))
        const all = ids.map((id): Known => ({ id, number: null, booked: '', needs: false }))
        for (const step of steps) {
          await perform(step, all, events)
          expect(await rulesBroken()).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })
})
