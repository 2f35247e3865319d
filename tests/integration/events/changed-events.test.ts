import { beforeEach, describe, expect, it } from 'vitest'
import { importEvents } from '#events/commands/import-events.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Cells, csv } from '#tests/integration/events/import-setup.ts'
import {
  bookWithConsent,
  CONTEXT,
  callerOf,
  holdInput,
  servicesAt,
} from '../booking/booking-setup.ts'
import { createOutbox, type Outbox, runAll } from '../booking/outbox.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

const EVENT: Cells = {
  external_ref: 'autumn',
  event_date: DAY,
  start_time: '09:00',
  end_time: '12:00',
  session_duration: '10',
  lab_name: 'Northgate Pathology',
  audience: 'community',
  total_spaces: '18',
  contact_email: 'events@halyard.example',
  address_line_1: 'Corn Exchange',
  city: 'Colchester',
  postcode: 'CO1 1AA',
}

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))
let outbox: Outbox
/** An event with a booked patient, a cancelled one and one with a hold. */
let event: { id: number; appointment: string }

beforeEach(async () => {
  // Without the triggers of the append-only tables that hang on the appointments.
  await services.database.query(`begin; set local session_replication_role = replica;
    truncate app.jobs, app.appointments, app.events, app.products restart identity cascade; commit`)
  event = await createEvent()
  outbox = createOutbox()
})

const importRows = (...rows: Cells[]) => importEvents(services, csv(...rows), 'Olive Ward')

async function createEvent() {
  const patients = [1, 2, 3].map(() => buildProfile(services.database))
  const [booked = 0, cancelled = 0, holder = 0] = await Promise.all(patients)
  await importRows(EVENT)
  const { event_id: id } = await services.database.kysely
    .selectFrom('events')
    .select('event_id')
    .where('external_ref', '=', 'autumn')
    .executeTakeFirstOrThrow()
  const appointment = await bookWithConsent(services, booked, id, DAY, '09:00')
  const appointment_id = await bookWithConsent(services, cancelled, id, DAY, '09:10')
  await services.appointments.cancel({ appointment_id }, callerOf(cancelled), CONTEXT)
  await services.holds.create(holdInput(id, DAY, '09:20'), callerOf(holder))
  await runAll(await createOutbox().depsFor(services.database))
  return { id, appointment }
}

async function sendAll(database = services.database) {
  await runAll(await outbox.depsFor(database))
  return outbox.sent
}
async function sequences(): Promise<number[]> {
  const { rows } = await services.database.query<{ calendar_sequence: number }>(
    'select calendar_sequence from app.appointments order by slot_start',
  )
  return rows.map((row) => row.calendar_sequence)
}

describe('an event with booked patients that an import changes', () => {
  it.each<[string, Cells, string]>([
    ['venue', { address_line_1: 'Town Hall' }, 'Place: Town Hall, Colchester, CO1 1AA'],
    ['address', { postcode: 'CO2 7AB' }, 'Place: Corn Exchange, Colchester, CO2 7AB'],
    ['contact', { contact_email: 'new@halyard.example' }, 'Contact: new@halyard.example'],
    ['end', { end_time: '13:30' }, 'The event ends at: 13:30'],
  ])(
    'BOOK-10 OPS-02 a new %s is mailed to each booked patient, with a higher sequence of the calendar entry',
    async (_, change, told) => {
      const before = await sequences()
      expect(await importRows({ ...EVENT, ...change })).toMatchObject({ ok: true, updated: 1 })
      expect(await sequences()).toEqual(before.map((sequence, n) => (n === 0 ? 1 : sequence)))
      const sent = await sendAll()
      expect(sent.map(({ subject }) => subject)).toEqual([
        'New details of your appointment with Halyard Men’s Health',
      ])
      expect(sent[0]?.text).toContain(told)
      expect(sent[0]?.calendar?.method).toBe('PUBLISH')
      expect(sent[0]?.calendar?.ics).toContain('SEQUENCE:1')
      expect(sent[0]?.calendar?.ics).toContain(`UID:${event.appointment}`)
    },
  )

  it.each<[string, Cells]>([
    ['no change', {}],
    ['spaces around a value', { city: ' Colchester ' }],
    [
      'the name, description and number of spaces',
      { event_name: 'Evening', event_description: 'x', total_spaces: '12' },
    ],
    [
      'the facts about the venue (EVD-07)',
      { step_free_access: 'Yes', how_to_get_there: 'By tram', what_to_bring: 'A coat.' },
    ],
  ])('BOOK-10 OPS-02 %s sends no mail', async (_, change) => {
    const before = await sequences()
    expect(await importRows({ ...EVENT, ...change })).toMatchObject({ ok: true, updated: 1 })
    expect(await sequences()).toEqual(before)
    expect(await sendAll()).toEqual([])
  })

  it('BOOK-10 OPS-02 an import that is refused sends no mail', async () => {
    const fault = { ...EVENT, external_ref: 'past', event_date: '2026-12-31' }
    expect(await importRows({ ...EVENT, city: 'Ipswich' }, fault)).toMatchObject({ ok: false })
    expect(await sendAll()).toEqual([])
    expect((await sequences())[0]).toBe(0)
  })

  it('BOOK-10 OPS-02 two changes before the first mail left are one mail, with the present details', async () => {
    await importRows({ ...EVENT, address_line_1: 'Town Hall' })
    await importRows({ ...EVENT, address_line_1: 'Library' })
    const sent = await sendAll()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('Place: Library')
    expect(sent[0]?.calendar?.ics).toContain('SEQUENCE:2')
  })

  it('BOOK-10 OPS-02 after the appointments nothing is mailed', async () => {
    const { database } = servicesAt(test, '2027-06-16T08:10:00Z')
    await database.query(`${BY_HAND} update app.events set city = 'Ipswich'`)
    expect(await sendAll(database)).toEqual([])
  })
})
