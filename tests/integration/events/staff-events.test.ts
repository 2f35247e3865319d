import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { StaffMember } from '#core/server/caller.ts'
import type { EventColumn } from '#events/server/saving/event-columns.ts'
import { type EventForm, fieldsOf } from '#events/server/saving/event-form.ts'
import { placesText } from '#events/server/saving/event-row.ts'
import { staffEventsService } from '#events/server/staff-events.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { bookingFile } from '#tests/integration/booking/booking-file.ts'
import { bookWithConsent } from '#tests/integration/booking/booking-setup.ts'

const NOW = '2027-01-05T09:00:00Z'
const DAY = '2027-06-16'
const booking = bookingFile(NOW)
const events = perFile(() =>
  staffEventsService({
    database: booking.services.database,
    sealer: booking.services.sealer,
    clock: booking.services.clock,
    placesChanged: () => {},
    nudgeJobs: () => {},
  }),
)

const COORDINATOR: StaffMember = {
  staffId: 7,
  sessionId: randomUUID(),
  userId: randomUUID(),
  name: 'Cora Wells',
  roles: ['coordinator'],
  factorAt: new Date(NOW),
  endsAt: new Date(NOW),
}

type Typed = Partial<Record<EventColumn, string>>

const EVENING: Typed = {
  event_name: 'Village hall evening',
  event_date: '16/6/2027',
  start_time: '18:00',
  end_time: '21:00',
  session_duration: '10',
  places_per_slot: '6',
  payment_required: 'false',
  is_private: 'false',
  audience: 'community',
  lab_name: 'Northgate Pathology',
  city: 'Colchester',
  postcode: 'CO1 1AA',
}

const typed = (fields: Typed, accepted: number[] = [], changesProducts = false): EventForm => ({
  fields: new Map(Object.entries(fields) as [EventColumn, string][]),
  choices: { accepted: new Set(accepted), changesProducts },
})

async function create(fields: Typed = {}, accepted: number[] = []): Promise<number> {
  const form = typed({ ...EVENING, ...fields }, accepted)
  const outcome = await events.create(COORDINATOR, form, randomUUID())
  if (!('eventId' in outcome)) throw new Error(JSON.stringify(outcome.preview.faults))
  return outcome.eventId
}

const rows = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await booking.services.database.query<Row>(text, values)).rows

const auditOf = (id: number) =>
  rows(
    'select action, operator, staff_id from app.audit_log where subject = $1 order by audit_id',
    [`event:${id}`],
  )
const versionOf = async (id: number) => (await events.find(id))?.version ?? 0
const publish = async (eventId: number) =>
  events.publish(COORDINATOR, { eventId, version: await versionOf(eventId) })

/** The form of a stored event as its page shows it, with changes. */
async function stored(id: number, changes: Typed = {}): Promise<EventForm> {
  const found = await events.find(id)
  if (found === undefined) throw new Error('There is no such event.')
  return typed({ ...Object.fromEntries(fieldsOf(found.event)), ...changes })
}
const book = async (id: number, time = '18:00') =>
  bookWithConsent(booking.services, await buildProfile(booking.services.database), id, DAY, time)
const problems = async (fields: Typed, accepted: number[] = []) =>
  (await events.preview(typed({ ...EVENING, ...fields }, accepted), null)).faults.map(
    ({ field, problem }) => `${field}: ${problem}`,
  )

describe('a new event', () => {
  it('EVM-01 says the number of places before it is saved, and is a draft with its audit row', async () => {
    const preview = await events.preview(typed(EVENING), null)
    expect(preview.faults).toEqual([])
    expect(preview.places && placesText(preview.places)).toBe('6 people × 18 times = 108 places')
    const id = await create()
    expect(await events.find(id)).toMatchObject({
      isDraft: true,
      version: 1,
      event: { totalSpaces: 108, placesPerSlot: 6, date: DAY, externalRef: null },
    })
    expect(await auditOf(id)).toEqual([
      { action: 'event-created', operator: 'Cora Wells, coordinator', staff_id: 7 },
    ])
    expect(await rows(`select from app.jobs where kind = 'announce-event'`)).toEqual([])
  })

  it('EVM-01 is created once by a repeated request, also by two at the same time', async () => {
    const form = typed({ ...EVENING, event_name: 'Pressed twice' })
    const key = randomUUID()
    const both = await Promise.all([1, 2].map(() => events.create(COORDINATOR, form, key)))
    const again = await events.create(COORDINATOR, form, key)
    expect(new Set([...both, again].map((one) => JSON.stringify(one))).size).toBe(1)
    const there = await rows(`select from app.events where event_name = 'Pressed twice'`)
    expect(there).toHaveLength(1)
  })

  it('EVM-01 names every fault together, those of questions without a usual answer too', async () => {
    expect(
      await problems({
        start_time: '25:00',
        places_per_slot: '',
        lab_name: '',
        contact_email: 'nobody',
        latitude: '53.2',
        audience: '',
        access_code: 'members-2041',
      }),
    ).toEqual([
      'start_time: must be a time of the 24-hour clock, HH:mm',
      'lab_name: is missing',
      'access_code: is for private events only',
      'audience: is missing',
      'places_per_slot: is missing',
      'contact_email: must be an email address',
      'longitude: is missing',
    ])
    const unlike = { start_time: '6pm', longitude: '2', lab_name: '', is_private: 'true' }
    expect(await problems({ ...unlike, payment_required: 'true', price: '0.20' })).toEqual([
      'start_time: must be a time of the 24-hour clock, HH:mm',
      'lab_name: is missing',
      'latitude: is missing',
      'access_code: is missing: the event is private',
      'price: is £0.20, less than £1.00',
    ])
    const night = { event_date: '28/03/2027', start_time: '00:00', end_time: '01:30' }
    expect(await problems(night)).toEqual([
      'end_time: 01:30 does not exist on 2027-03-28: the clocks go forward',
    ])
    expect(await problems({ total_spaces: '120' })).toEqual([
      expect.stringMatching(/^total_spaces: 6 people × 18 times = 108 places, fewer than 120/),
    ])
    expect(await problems({ session_duration: '200' })).toEqual([
      'session_duration: is longer than the event',
    ])
    expect(await problems({ event_date: '04/01/2027' })).toEqual(['event_date: is in the past'])
  })

  it('EVM-01 asks about an unusual price, and takes it once it is confirmed', async () => {
    const paid = { payment_required: 'true', price: '0.20' }
    const { faults } = await events.preview(typed({ ...EVENING, ...paid }), null)
    expect(faults).toMatchObject([
      { field: 'price', problem: 'is £0.20, less than £1.00', ask: { accepts: 20 } },
    ])
    expect(await problems(paid, [25])).toHaveLength(1)
    expect(await events.find(await create(paid, [20]))).toMatchObject({
      event: { pricePence: 20 },
    })
  })

  it('EVM-01 has its own reference or none; that of another event is refused', async () => {
    const id = await create({ external_ref: 'spring-1' })
    expect(await problems({ external_ref: 'spring-1' })).toEqual([
      `external_ref: is used by event ${id} already`,
    ])
    const other = await create()
    const outcome = await events.edit(
      COORDINATOR,
      { eventId: other, version: 1, told: 0 },
      await stored(other, { external_ref: 'spring-1' }),
    )
    expect(outcome).toMatchObject({
      kind: 'faults',
      preview: { faults: [{ field: 'external_ref' }] },
    })
  })

  it('EVM-01 control: without its audit row nothing is saved', async () => {
    const form = typed({ ...EVENING, event_name: 'Not allowed' })
    const phlebotomist: StaffMember = { ...COORDINATOR, roles: ['phlebotomist'] }
    await expect(events.create(phlebotomist, form, randomUUID())).rejects.toThrow('may not')
    expect(await rows(`select from app.events where event_name = 'Not allowed'`)).toEqual([])
  })
})

describe('an edit', () => {
  it('EVM-05 of the second editor changes nothing: the event has changed meanwhile', async () => {
    const eventId = await create()
    const first = await stored(eventId, { city: 'Ipswich' })
    const second = await stored(eventId, { city: 'Harwich', start_time: '17:00' })
    const edit = { eventId, version: 1, told: 0 }
    expect(await events.edit(COORDINATOR, edit, first)).toEqual({ kind: 'saved' })
    expect(await events.edit(COORDINATOR, edit, second)).toEqual({ kind: 'changed' })
    expect(await events.find(eventId)).toMatchObject({ version: 2, event: { city: 'Ipswich' } })
    expect(await auditOf(eventId)).toHaveLength(2)
    expect(
      await events.edit(COORDINATOR, { ...edit, version: 2 }, await stored(eventId, { city: '' })),
    ).toEqual({ kind: 'saved' })
  })

  it('EVM-05 of two editors at the same time one is saved; control: without the version both are', async () => {
    const both = async () => {
      const eventId = await create()
      const forms = await Promise.all(
        ['Ipswich', 'Harwich'].map((city) => stored(eventId, { city })),
      )
      const edit = { eventId, version: await versionOf(eventId), told: 0 }
      const outcomes = await Promise.all(forms.map((form) => events.edit(COORDINATOR, edit, form)))
      return outcomes.map(({ kind }) => kind).sort()
    }
    expect(await both()).toEqual(['changed', 'saved'])
    const restore = await patchFunction(booking.services.database, 'app.guard_event', (text) =>
      text.replace('new.version := old.version + 1;', ''),
    )
    try {
      expect(await both()).toEqual(['saved', 'saved'])
    } finally {
      await restore()
    }
  })

  it('EVM-05 says how many booked patients get a mail, and saves only with that number', async () => {
    const eventId = await create()
    await publish(eventId)
    await book(eventId)
    await book(eventId, '18:10')
    const version = await versionOf(eventId)
    const moved = await stored(eventId, { city: 'Ipswich' })
    expect(await events.preview(moved, eventId)).toMatchObject({ faults: [], told: 2 })
    const later = await stored(eventId, { end_time: '21:30' })
    expect(await events.preview(later, eventId)).toMatchObject({ told: 2 })
    const parking = await stored(eventId, { parking: 'Behind the hall.' })
    expect(await events.preview(parking, eventId)).toMatchObject({ told: 0 })
    const mails = () =>
      rows(`select from app.jobs where payload ->> 'template' = 'details-changed'`)
    for (const told of [0, 1]) {
      expect(await events.edit(COORDINATOR, { eventId, version, told }, moved)).toMatchObject({
        kind: 'told',
        preview: { told: 2 },
      })
    }
    expect(await versionOf(eventId)).toBe(version)
    expect(await mails()).toHaveLength(0)
    expect(await events.edit(COORDINATOR, { eventId, version, told: 2 }, moved)).toEqual({
      kind: 'saved',
    })
    expect(await mails()).toHaveLength(2)
  })

  it('EVM-05 never takes a place or a time away from a booked patient', async () => {
    const eventId = await create()
    await publish(eventId)
    await book(eventId)
    await book(eventId, '20:50')
    const faults = async (changes: Typed) =>
      (await events.preview(await stored(eventId, changes), eventId)).faults.map(
        ({ problem }) => problem,
      )
    expect(await faults({ total_spaces: '1' })).toEqual([
      'total_spaces cannot be less than the 2 places taken',
    ])
    expect(await faults({ start_time: '17:00' })).toEqual([
      'an event with appointments keeps its date, start and session length',
    ])
    expect(await faults({ end_time: '20:00', total_spaces: '' })).toEqual([
      'an event cannot end before its last appointment',
    ])
    expect(await faults({ total_spaces: '2' })).toEqual([])
  })

  it('EVM-05 keeps its day with patients who came without an appointment, and its times once it is closed', async () => {
    const eventId = await create()
    await publish(eventId)
    const faults = async (changes: Typed) =>
      (await events.preview(await stored(eventId, changes), eventId)).faults.map(
        ({ problem }) => problem,
      )
    const later = { event_date: '17/6/2027' }
    const shorter = { end_time: '20:00', total_spaces: '' }
    expect([await faults(later), await faults(shorter)]).toEqual([[], []])
    const profileId = await buildProfile(booking.services.database)
    await rows(
      `insert into app.desk_records (desk_record_id, profile_id, event_id, kind, source, recorded_by, recorded_at)
       values (gen_random_uuid(), $1, $2, 'not-tested', 'paper', 'Ida Crane, coordinator', app.clock_now())`,
      [profileId, eventId],
    )
    expect(await faults(later)).toEqual([
      'an event with recorded patients keeps its date, start and session length',
    ])
    expect(await faults(shorter)).toEqual([])
    await rows(
      `${BY_HAND} update app.events set closed_at = app.clock_now(), tubes_handed_over = 0 where event_id = $1`,
      [eventId],
    )
    for (const change of [later, shorter]) {
      expect(await faults(change)).toEqual(['a closed event keeps its date and times'])
    }
    expect(await faults({ city: 'Ipswich' })).toEqual([])
  })

  it('EVM-05 of a cancelled event, and of none, is refused', async () => {
    const eventId = await create()
    const form = await stored(eventId)
    await rows('select booking.cancel_event(p_event => $1)', [eventId])
    const edit = { eventId, version: await versionOf(eventId), told: 0 }
    expect(await events.edit(COORDINATOR, edit, form)).toMatchObject({
      kind: 'faults',
      preview: { faults: [{ field: 'row', problem: 'the event is cancelled' }] },
    })
    expect(await events.edit(COORDINATOR, { ...edit, eventId: 1 }, form)).toEqual({ kind: 'gone' })
  })
})

describe('publication', () => {
  it('EVM-01 STF-07 says in numbers what it does, and does it once', async () => {
    await rows(
      `insert into app.subscriptions (email, name, hear_about_event, kind, district, asked_at, confirmed_at)
       select lower(district) || '@example.org', '', false, 'events-near', district, app.clock_now(), app.clock_now()
         from unnest('{CO1,CO2,YO1}'::text[]) district`,
    )
    const eventId = await create()
    expect(await events.findPublishing(eventId)).toMatchObject({
      version: 1,
      isDraft: true,
      readers: 2,
      refusal: undefined,
    })
    const draft = { eventId, version: 1 }
    const outcomes = await Promise.all([1, 2].map(() => events.publish(COORDINATOR, draft)))
    expect(outcomes).toEqual(['published', 'published'])
    expect(await events.publish(COORDINATOR, draft)).toBe('published')
    const stale = [0, Number.NaN, 2].map((version) =>
      events.publish(COORDINATOR, { eventId, version }),
    )
    expect(await Promise.all(stale)).toEqual(['changed', 'changed', 'changed'])
    expect((await auditOf(eventId)).map(({ action }) => action)).toEqual([
      'event-created',
      'event-published',
    ])
    const jobs = await rows(
      `select from app.jobs where kind = 'announce-event' and payload -> 'event_ids' @> to_jsonb($1::bigint)`,
      [eventId],
    )
    expect(jobs).toHaveLength(1)
    await book(eventId)
  })

  it('EVM-01 of a draft that has changed, or that cannot be booked, is refused', async () => {
    const eventId = await create()
    const edit = { eventId, version: 1, told: 0 }
    await events.edit(COORDINATOR, edit, await stored(eventId, { city: 'Ipswich' }))
    expect(await events.publish(COORDINATOR, { eventId, version: 1 })).toBe('changed')
    expect((await events.find(eventId))?.isDraft).toBe(true)
    await rows('select booking.cancel_event(p_event => $1)', [eventId])
    expect(await publish(eventId)).toBe('refused')
    const hidden = await create({ is_private: 'true', access_code: 'members-2041' })
    expect(await events.findPublishing(hidden)).toMatchObject({ readers: 0, refusal: undefined })
    await rows('update app.access_codes set revoked_at = app.clock_now() where event_id = $1', [
      hidden,
    ])
    expect(await publish(hidden)).toBe('refused')
    expect(await events.publish(COORDINATOR, { eventId: 1, version: 1 })).toBe('gone')
  })
})

describe('the lists of the staff', () => {
  it('EVM-06 are upcoming, drafts, past and cancelled events, by town and day, with the places that are booked', async () => {
    const town = { city: 'Listed' }
    const draft = await create(town)
    const shown = await create({ ...town, event_date: '17/06/2027' })
    const gone = await create(town)
    const past = await create(town)
    for (const id of [shown, past]) await publish(id)
    await bookWithConsent(
      booking.services,
      await buildProfile(booking.services.database),
      shown,
      '2027-06-17',
      '18:00',
    )
    await rows(`${BY_HAND} update app.events set event_on = '2026-12-01' where event_id = $1`, [
      past,
    ])
    await rows('select booking.cancel_event(p_event => $1)', [gone])
    const list = async (show: 'upcoming' | 'drafts' | 'past' | 'cancelled', day?: string) =>
      (await events.list({ show, town: 'Listed', day, most: 10 })).map(({ eventId }) => eventId)
    expect(await list('drafts')).toEqual([draft])
    expect(await list('upcoming')).toEqual([shown])
    expect(await list('upcoming', '2027-06-17')).toEqual([shown])
    expect(await list('upcoming', '2027-06-16')).toEqual([])
    expect(await list('past')).toEqual([past])
    expect(await list('cancelled')).toEqual([gone])
    expect(await events.listTowns('past')).toEqual(['Listed'])
    const [one] = await events.list({ show: 'upcoming', town: 'Listed', most: 1 })
    expect(one).toMatchObject({ booked: 1, totalSpaces: 108 })
  })
})
