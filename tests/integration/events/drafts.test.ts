import { describe, expect, it } from 'vitest'
import { importEvents } from '#events/commands/import-events.ts'
import { eventsTable } from '#events/commands/list-events.ts'
import { enqueueAnnouncements } from '#events/server/database/event-notices.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import { announceEvents } from '#events/server/event-notices.ts'
import { buildPrivateEvent, CODE } from '#tests/fixtures/access-codes.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import {
  bookingInput,
  CONTEXT,
  callerOf,
  consentInput,
  holdInput,
  visitorOf,
} from '#tests/integration/booking/booking-setup.ts'
import { csv, importSetup, VALID } from './import-setup.ts'

const { booking, findEvent } = importSetup()
const DAY = '2027-03-16'
const DRAFT = { event_on: DAY, published_at: null }
const NOBODY = visitorOf()
const ALL_DAY = { mornings: true, afternoons: true, evenings: true }

const newPatient = () => buildProfile(booking.services.database)
const publish = (id: number) =>
  booking.services.database.query(
    `${BY_HAND} update app.events set published_at = app.clock_now() where event_id = $1`,
    [id],
  )
const outcomeOf = (outcome: { ok: boolean; reason?: string }) => outcome.reason ?? 'done'

/** Everything by which a patient or a visitor reaches an event, with what it says of an event that does not exist. */
const WAYS: Record<string, { readonly absent: string; ask(id: number): Promise<string> }> = {
  'its page': {
    absent: 'event-not-found',
    ask: async (event_id) =>
      outcomeOf(await booking.services.events.find({ event_id }, async () => NOBODY)),
  },
  'its times': {
    absent: 'event-not-found',
    ask: async (event_id) => outcomeOf(await booking.services.events.slots({ event_id }, NOBODY)),
  },
  'the lists': {
    absent: 'not listed',
    async ask(id) {
      const list = await booking.services.events.list({})
      return list.ok && list.value.events.some(({ event_id }) => event_id === id)
        ? 'listed'
        : 'not listed'
    },
  },
  'a hold': {
    absent: 'event-not-found',
    async ask(id) {
      const caller = callerOf(await newPatient())
      return outcomeOf(await booking.services.holds.create(holdInput(id, DAY, '09:00'), caller))
    },
  },
  'a hold by the database alone': {
    absent: 'event-not-found',
    async ask(id) {
      const { rows } = await booking.services.database.query<{ reason: string | null }>(
        `select r_reason as reason from booking.hold_slot(p_event => $1, p_slot => (select starts_at from app.events
           where event_id = $1), p_profile => $2::bigint, p_key => 'key-' || $2::bigint, p_minutes => 15)`,
        [id, await newPatient()],
      )
      return rows[0]?.reason ?? 'done'
    },
  },
  'a booking': {
    absent: 'event-not-found',
    async ask(id) {
      const patient = await newPatient()
      const { consents, appointments } = booking.services
      await consents.create(consentInput(patient, DAY), callerOf(patient), CONTEXT)
      const input = bookingInput(patient, id, DAY, '09:10')
      return outcomeOf(await appointments.create(input, callerOf(patient), CONTEXT))
    },
  },
  'the waiting list': {
    absent: 'event-not-found',
    async ask(event_id) {
      const caller = callerOf(await newPatient())
      return outcomeOf(await booking.services.waitingList.join({ event_id, ...ALL_DAY }, caller))
    },
  },
  'the waiting list in the database': {
    absent: 'event-not-found',
    async ask(id) {
      const { rows } = await booking.services.database.query<{ reason: string | null }>(
        'select r_reason as reason from booking.join_waiting_list($1, $2, true, true, true, 5, null)',
        [id, await newPatient()],
      )
      return rows[0]?.reason ?? 'done'
    },
  },
}

describe('a draft', () => {
  it.each(Object.entries(WAYS))(
    'EVM-01 does not exist for %s, and does once it is published',
    async (_name, { absent, ask }) => {
      const draft = await buildEvent(booking.services.database, DRAFT)
      expect(await ask(draft)).toBe(absent)
      await publish(draft)
      expect(await ask(draft)).not.toBe(absent)
    },
  )

  it('EVM-01 with a price is not found either: its price does not tell that it exists', async () => {
    const draft = await buildEvent(booking.services.database, {
      ...DRAFT,
      price_pence: 2000,
      payment_required: true,
    })
    const reasonOf = async () => {
      const { rows } = await booking.services.database.query<{ reason: string }>(
        `select r_reason as reason from booking.book_slot($1, (select starts_at from app.events where event_id = $1),
           $2, gen_random_uuid()::text, 'free')`,
        [draft, await newPatient()],
      )
      return rows[0]?.reason
    }
    expect(await reasonOf()).toBe('event-not-found')
    await publish(draft)
    expect(await reasonOf()).toBe('payment-required')
  })

  it('EVM-01 is not opened by its access code', async () => {
    const { database, sealer, access } = booking.services
    const { eventId } = await buildPrivateEvent(database, sealer, DRAFT)
    const give = async () =>
      outcomeOf(await access.check({ event_id: eventId, access_code: CODE }, undefined, CONTEXT))
    expect(await give()).toBe('access-code-invalid')
    await publish(eventId)
    expect(await give()).toBe('done')
  })

  it('EVM-01 CONS-04 its day is not the day of a test', async () => {
    const day = '2027-04-01'
    const patient = await newPatient()
    const draft = await buildEvent(booking.services.database, { ...DRAFT, event_on: day })
    const find = async () =>
      outcomeOf(
        await booking.services.consents.findForTest(
          { profile_id: patient, test_date: day },
          callerOf(patient),
          CONTEXT,
        ),
      )
    expect(await find()).toBe('link-invalid')
    await publish(draft)
    expect(await find()).toBe('done')
  })

  it('EVM-01 EVL-10 is announced to nobody; it is, to those who asked before, when it is published', async () => {
    const { database, clock } = booking.services
    await database.query(
      `insert into app.subscriptions (email, name, hear_about_event, kind, district, asked_at, confirmed_at)
       values ('reader@example.org', '', false, 'events-near', 'CO1', app.clock_now(), app.clock_now() + interval '1 second')`,
    )
    const draft = await buildEvent(database, {
      ...DRAFT,
      external_ref: 'draft-near',
      created_at: new Date('2027-01-01T09:00:00Z'),
    })
    const noted = async () => {
      await enqueueAnnouncements(database, [draft])
      const { rows: jobs } = await database.query(
        `select from app.jobs where kind = 'announce-event' and payload -> 'event_ids' @> to_jsonb($1::bigint)`,
        [draft],
      )
      await announceEvents({ payload: { event_ids: [draft] } }, { database, clock })
      const { rows } = await database.query('select from app.event_notices where event_id = $1', [
        draft,
      ])
      return { jobs: jobs.length, notices: rows.length }
    }
    expect(await noted()).toEqual({ jobs: 0, notices: 0 })
    await database.query(
      `${BY_HAND} update app.events set published_at = app.clock_now() + interval '2 seconds' where event_id = $1`,
      [draft],
    )
    expect(await noted()).toEqual({ jobs: 1, notices: 1 })
  })

  it('EVM-01 the staff find it', async () => {
    const { database } = booking.services
    const draft = await buildEvent(database, { ...DRAFT, event_name: 'Not yet' })
    expect(await findKnownEvent(database, draft)).toBeUndefined()
    expect(await findKnownEvent(database, draft, { withDrafts: true })).toBeDefined()
    const table = await eventsTable(database, booking.services.clock.now(), { all: false })
    expect(table).toMatch(new RegExp(`^${draft} .*Not yet .*draft$`, 'm'))
  })

  it.each([
    ['booking.hold_slot', 'a hold by the database alone'],
    ['booking.join_waiting_list', 'the waiting list in the database'],
  ])('EVM-01 control: without the condition of %s, %s is given', async (name, way) => {
    const { database } = booking.services
    const draft = await buildEvent(database, DRAFT)
    const restore = await patchFunction(database, name, (text) =>
      text.replace(' or e.published_at is null', ''),
    )
    try {
      expect(await WAYS[way]?.ask(draft)).not.toBe('event-not-found')
    } finally {
      await restore()
    }
  })

  it('EVM-01 a published event never becomes a draft again, and each change has a version', async () => {
    const { database } = booking.services
    const id = await buildEvent(database, { event_on: DAY })
    const version = async () => {
      const { rows } = await database.query<{ version: number }>(
        'select version from app.events where event_id = $1',
        [id],
      )
      return rows[0]?.version
    }
    expect(await version()).toBe(1)
    await database.query(
      `${BY_HAND} update app.events set city = 'Ipswich', version = 1 where event_id = $1`,
      [id],
    )
    expect(await version()).toBe(2)
    await expect(
      database.query(`${BY_HAND} update app.events set published_at = null where event_id = $1`, [
        id,
      ]),
    ).rejects.toThrow('a published event does not become a draft again')
    expect(await version()).toBe(2)
  })
})

describe('an import', () => {
  it('EVM-01 OPS-02 makes published events, with --draft drafts; existing ones stay what they are', async () => {
    const { database } = booking.services
    const load = (isDraft: boolean, ...refs: string[]) =>
      importEvents(
        booking.services,
        csv(...refs.map((external_ref) => ({ ...VALID, external_ref, city: 'Ipswich' }))),
        'Olive',
        { accepted: new Set(), changesProducts: false, isDraft },
      )
    const published = async (ref: string) => (await findEvent(ref))?.published_at
    await load(false, 'shown')
    expect(await published('shown')).toBeInstanceOf(Date)
    const line = '16/06/2027 09:00, free, 18 places'
    expect(await load(true, 'kept-back', 'shown')).toMatchObject({
      created: 1,
      updated: 1,
      report: [`line 2: kept-back, ${line}, draft`, `line 3: shown, ${line}`],
    })
    expect(await published('kept-back')).toBeNull()
    expect(await published('shown')).toBeInstanceOf(Date)
    expect(await load(false, 'kept-back')).toMatchObject({
      report: [`line 2: kept-back, ${line}, draft`],
    })
    expect(await published('kept-back')).toBeNull()
    const { rows } = await database.query<{ refs: string[] }>(
      `select array_agg(external_ref) as refs from app.jobs j
         join app.events e on j.payload -> 'event_ids' @> to_jsonb(e.event_id)
        where kind = 'announce-event' and external_ref in ('shown', 'kept-back')`,
    )
    expect(rows[0]?.refs).toEqual(['shown'])
  })
})
