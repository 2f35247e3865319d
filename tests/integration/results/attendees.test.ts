import { afterAll, describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { attendeesService } from '#results/server/attendees.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { staffAccessService } from '#staff/server/access.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { memberOf } from '#tests/fixtures/staff-member.ts'
import { servicesAt } from '#tests/integration/booking/booking-setup.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  bookPast,
  EVENT_DAY,
  NURSE,
  newLabel,
  pastEvent,
  sealer,
} from '#tests/integration/results/lab-setup.ts'
import { createBookedEvent } from '../events/booked-event.ts'

const test = perFile(testDatabase)
const COORDINATOR = memberOf('coordinator', 'phlebotomist')
const NOW = new Date()

afterAll(async () => {
  expect(await findViolations(test.database)).toEqual([])
})

type Disclose = Parameters<typeof attendeesService>[0]['disclose']

/** The service, with the disclosure of the product or another one. */
function service(other?: (real: Disclose) => Disclose, now = NOW) {
  const { database } = test
  const limiter = createLimiter(database, (text) => sealer.lookup(text, 'limit'))
  const { disclose } = staffAccessService({ database, limiter })
  return attendeesService({
    database,
    clock: { now: () => now },
    sealer,
    disclose: other === undefined ? disclose : other(disclose),
  })
}

const person = (surname: string, forename = 'Edwin', birthDate = '1961-02-03') => ({
  surname,
  forename,
  birthDate,
})

/** Six patients in five states, of whom the last two are namesakes. */
async function evening() {
  const { database } = test
  const eventId = await pastEvent(database, 6)
  const booked = await bookPast(database, eventId, [
    person('Alder'),
    person('Birch'),
    person('Cedar'),
    person('Elm'),
    person('O’Brien', 'Sean'),
    person('OBRIEN', 'Liam'),
  ])
  const references = booked.map(({ appointmentId }) => referenceNumber(appointmentId))
  const csv = [
    'reference,surname,outcome,label,taken_at,reason',
    `${references[0]},Alder,attended,${newLabel()},9:30,`,
    `${references[1]},Birch,not-tested,,,unwell today`,
    `${references[2]},Cedar,no-show,,,`,
  ].join('\r\n')
  expect(await recordAttendance({ database, sealer }, csv, NURSE)).toMatchObject({ ok: true })
  await database.query(
    `select lab.record_at_desk(gen_random_uuid(), $1, $2, $3, 'arrived', null, 'online', $4)`,
    [booked[3]?.profileId, eventId, booked[3]?.appointmentId, NURSE],
  )
  return { eventId, references, booked, ids: booked.map(({ profileId }) => profileId) }
}

const auditOf = async (eventId: number) => {
  const { rows } = await test.database.query<Record<string, unknown>>(
    `select action, operator, staff_id::int, subjects::int[] as subjects from app.audit_log where subject = $1 and staff_id is not null order by audit_id`,
    [`event:${eventId}`],
  )
  return rows
}

/** Makes every audit row of this event fail. */
async function failingAudit(eventId: number) {
  await test.database.query(
    `alter table app.audit_log add constraint refuses_${eventId} check (subject <> 'event:${eventId}')`,
  )
}

describe('the patients of an event', () => {
  it('CLI-01 are listed by time with states and counts, all or those in one state; namesakes have a warning', async () => {
    const { eventId, references } = await evening()
    const all = await service().list(COORDINATOR, eventId)
    expect(all?.counts).toEqual({ remaining: 2, here: 1, done: 1, 'not-tested': 1, absent: 1 })
    expect(all?.shown.map(({ reference, state }) => [reference, state])).toEqual([
      [references[0], 'done'],
      [references[1], 'not-tested'],
      [references[2], 'absent'],
      [references[3], 'here'],
      [references[4], 'remaining'],
      [references[5], 'remaining'],
    ])
    expect(all?.shown.map(({ namesakes }) => namesakes)).toEqual([
      [],
      [],
      [],
      [],
      [references[5]],
      [references[4]],
    ])
    const before = await auditOf(eventId)
    expect(await service().count(eventId)).toMatchObject({ counts: all?.counts, shown: [] })
    expect(await auditOf(eventId)).toEqual(before)
    const remaining = await service().list(COORDINATOR, eventId, 'remaining')
    expect(remaining?.counts).toEqual(all?.counts)
    expect(remaining?.shown.map(({ reference }) => reference)).toEqual(references.slice(4))
    expect(await service().list(COORDINATOR, 999_999)).toBeUndefined()
  })

  it('CLI-01 a void tube leaves its patient without an outcome; a spoiled one was taken', async () => {
    const { eventId, ids } = await evening()
    const stateOf = async () => (await service().list(COORDINATOR, eventId))?.shown[0]?.state
    const endAs = (state: string) =>
      test.database.query(
        `select lab.end_sample(label, $2, $3, 'test') from app.samples where profile_id = $1`,
        [ids[0], state, NURSE],
      )
    await endAs('void')
    expect(await stateOf()).toBe('here')
    const other = await evening()
    await test.database.query(
      `select lab.spoil_sample(label, $2, 'test') from app.samples where profile_id = $1`,
      [other.ids[0], NURSE],
    )
    expect((await service().list(COORDINATOR, other.eventId))?.shown[0]?.state).toBe('done')
  })

  it('AUD-01 are shown after an audit row that names the person and the patients who are shown', async () => {
    const { eventId, ids } = await evening()
    await service().list(COORDINATOR, eventId)
    await service().list(COORDINATOR, eventId, 'absent')
    await service().runSheet(COORDINATOR, eventId)
    const by = { operator: 'Ida Crane, coordinator', staff_id: COORDINATOR.staffId }
    expect(await auditOf(eventId)).toEqual([
      { action: 'attendees-read', ...by, subjects: ids },
      { action: 'attendees-read', ...by, subjects: [ids[2]] },
      { action: 'run-sheet-read', ...by, subjects: ids },
    ])
  })

  it('AUD-01 are not shown when the row cannot be written; a service that does not wait for it would show them', async () => {
    const { eventId, ids } = await evening()
    await failingAudit(eventId)
    await expect(service().list(COORDINATOR, eventId)).rejects.toThrow(`refuses_${eventId}`)
    await expect(service().runSheet(COORDINATOR, eventId)).rejects.toThrow(`refuses_${eventId}`)
    // The control: without the wait, this test would be red.
    const careless = service((real) => (...entry) => {
      real(...entry).catch(() => undefined)
      return Promise.resolve()
    })
    expect((await careless.list(COORDINATOR, eventId))?.shown).toHaveLength(ids.length)
    expect((await careless.runSheet(COORDINATOR, eventId))?.rows).toHaveLength(ids.length)
  })

  it('CLI-01 the day of an event is London’s', async () => {
    const eventId = await buildEvent(test.database, { event_on: '2031-07-01' })
    const at = (iso: string) => service(undefined, new Date(iso)).isToday(String(eventId))
    expect(await at('2031-06-30T22:59:59Z')).toBe(false)
    expect(await at('2031-06-30T23:00:00Z')).toBe(true)
    expect(await at('2031-07-01T22:59:59Z')).toBe(true)
    expect(await at('2031-07-01T23:00:00Z')).toBe(false)
    for (const id of [undefined, '', '0', 'x', '999999', "1' or '1'='1"]) {
      expect(await service().isToday(id)).toBe(false)
    }
    expect(EVENT_DAY < londonDate(NOW)).toBe(true)
  })
})

describe('the start page of staff', () => {
  const DAY = '2032-07-01'
  const at = (roles: Parameters<typeof memberOf>) =>
    service(undefined, new Date(`${DAY}T09:00:00Z`)).today(memberOf(...roles))
  const ids = (events: readonly { eventId: number }[]) => events.map(({ eventId }) => eventId)

  it('STF-08 shows the events of this day and the next ones with numbers; a phlebotomist only those of this day, and the number of drafts', async () => {
    const { database } = test
    const build = (event_on: string, more = {}) => buildEvent(database, { event_on, ...more })
    const today = await build(DAY)
    const [next, draft] = [
      await build('2032-07-02'),
      await build('2032-07-02', { published_at: null }),
    ]
    const cancelled = await build(DAY)
    await database.query('select booking.cancel_event(p_event => $1)', [cancelled])
    const lead = await at(['coordinator'])
    expect([ids(lead.today), ids(lead.next), lead.worklists.drafts]).toEqual([
      [today],
      [next, draft],
      1,
    ])
    const nurse = await at(['phlebotomist'])
    expect(nurse).toMatchObject({ next: [], unfinished: [] })
    expect(ids(nurse.today)).toEqual([today])
    const clinician = await at(['clinician'])
    expect(ids(clinician.next)).toEqual([next])
  })

  it('STF-08 shows past events with patients without an outcome or tubes without a result, and names nobody', async () => {
    const { eventId } = await evening()
    const unfinished = async () => {
      const { unfinished: events } = await service().today(COORDINATOR)
      return events.find((event) => event.eventId === eventId)
    }
    expect(await unfinished()).toMatchObject({ noOutcome: 3, noResult: 1, done: 1, absent: 1 })
    expect(JSON.stringify(await service().today(COORDINATOR))).not.toMatch(/Alder|Brien/i)
    expect((await service().today(memberOf('administrator'))).unfinished).toEqual([])
    await test.database.query(
      `update app.samples set state = 'spoiled', change_reason = 'test' where event_id = $1`,
      [eventId],
    )
    expect(await unfinished()).toMatchObject({ noOutcome: 3, noResult: 0 })
  })

  it('CLI-05 STF-08 a tube of a closed event is spoiled, never void: its patient would have no outcome', async () => {
    const { database } = test
    const eventId = await pastEvent(database, 1)
    const [booked] = await bookPast(database, eventId, [person('Alder')])
    const label = newLabel()
    const csv = `reference,surname,outcome,label,taken_at,reason\r\n${referenceNumber(booked?.appointmentId ?? '')},Alder,attended,${label},9:30,`
    expect(await recordAttendance({ database, sealer }, csv, NURSE)).toMatchObject({ ok: true })
    await database.query(
      `${BY_HAND} update app.events set closed_at = app.clock_now(), tubes_handed_over = 1 where event_id = $1`,
      [eventId],
    )
    const unfinished = async () =>
      (await service().today(COORDINATOR)).unfinished.find((event) => event.eventId === eventId)
    const end = (as: 'void' | 'spoiled') =>
      endSample(database, label, { as, by: NURSE, reason: 'broken' })
    expect(await end('void')).toBe('event-closed')
    expect(await unfinished()).toMatchObject({ isClosed: true, noOutcome: 0, noResult: 1 })
    expect(await end('spoiled')).toBeUndefined()
    expect(await unfinished()).toBeUndefined()
  })
})

describe('a typed reference', () => {
  it('CLI-01 opens the patient in any spelling', async () => {
    const { eventId, references, booked } = await evening()
    const [reference = ''] = references
    const spelt = [
      reference,
      reference.toLowerCase(),
      reference.replace('-', ''),
      ` ${reference.replace('-', ' – ')} `,
      `Reference: ${reference}`,
      reference.replaceAll('0', 'O').replaceAll('1', 'l'),
    ]
    for (const typed of spelt) {
      expect(await service().find(eventId, typed)).toEqual({
        appointmentId: booked[0]?.appointmentId,
      })
    }
  })

  it('CLI-01 that is wrong, of another event, cancelled or only held is refused in the same words, without a name', async () => {
    const other = await evening()
    const services = servicesAt(test, NOW.toISOString())
    const eventId = await createBookedEvent(services, addDays(londonDate(NOW), 30))
    const { rows } = await test.database.query<{ id: string }>(
      `select appointment_id as id from app.appointments where event_id = $1 and status in ('cancelled', 'held')`,
      [eventId],
    )
    expect(rows).toHaveLength(2)
    const gone = rows.map(({ id }) => referenceNumber(id))
    for (const reference of ['ABCD-EF12', other.references[0] ?? '', ...gone]) {
      expect(await service().find(eventId, reference)).toEqual({
        fault: `No appointment at this event has the reference ${reference}. Compare it, and the date, with the patient’s confirmation. A patient without an appointment at this event is a walk-in.`,
      })
    }
    for (const typed of ['Alder', 'HAB12CD3', '1234-567', `${'0'.repeat(200)}`]) {
      expect(await service().find(eventId, typed)).toEqual({
        fault: expect.stringMatching(/^This is not a reference\./),
      })
    }
    expect(await service().find(eventId, ' ')).toEqual({
      fault: 'Type or scan the reference of the patient.',
    })
  })
})
