import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { waitingSheet } from '#booking/commands/list-waiting.ts'
import { londonTime } from '#core/rules/time.ts'
import { importEvents } from '#events/commands/import-events.ts'
import { buildCode, CODE, grantTo } from '#tests/fixtures/access-codes.ts'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { csv } from '#tests/integration/events/import-setup.ts'
import { bookWithConsent, CONTEXT, callerOf, sealer, visitorOf } from './booking-setup.ts'
import { ALL_DAY, DAY, EVENING, MORNING, waitingSetup } from './waiting-setup.ts'

const list = waitingSetup()
const { booking, waiting, newPatient, newEvent, tryHold, offerTo, entriesOf } = list

/** Slots of an hour from 09:00 to 18:00: three in the morning, five in the afternoon, two in the evening. */
const WHOLE_DAY = { start_time: '09:00', end_time: '19:00', session_minutes: 60 }

/** An event whose places are all booked, at these times. */
async function bookedEvent(...times: string[]) {
  const eventId = await newEvent({ ...WHOLE_DAY, total_spaces: times.length })
  const booked = await Promise.all(
    times.map(async (time) => {
      const patient = await newPatient()
      const id = await bookWithConsent(booking.services, patient, eventId, DAY, time)
      return { id, patient }
    }),
  )
  return { eventId, booked }
}

const setSpaces = (eventId: number, spaces: number) =>
  booking.services.database.query(
    `${BY_HAND} update app.events set total_spaces = $2 where event_id = $1`,
    [eventId, spaces],
  )
const slotsFor = async (eventId: number, who: number) => {
  const answer = await booking.services.events.slots({ event_id: eventId }, visitorOf(who))
  return answer.ok ? (answer.value[DAY]?.availableTimeSlots ?? []) : []
}

describe('times of day', () => {
  it('WAIT-02 the first whom the free time suits gets the offer; the others keep their position', async () => {
    const { eventId, booked } = await bookedEvent('09:00', '17:00')
    const [morning = 0, evening = 0] = await waiting(eventId, MORNING, EVENING)
    await list.cancel(booked[1]?.id ?? '', booked[1]?.patient ?? 0)
    // An hour in the morning is free too: the event has more slots than places.
    await list.runJobs()
    expect(await offerTo(morning)).toBe('10:00')
    expect((await entriesOf(evening))[0]?.position).toBe(1)
  })

  it('WAIT-02 keeps a time for the patient whom only it suits, and leaves the others open', async () => {
    const { eventId, booked } = await bookedEvent('09:00', '10:00', '11:00', '12:00')
    await setSpaces(eventId, 5)
    const blocked = await newPatient()
    expect(await tryHold(eventId, blocked, '13:00')).toBe('held')
    const [patient = 0] = await waiting(eventId, MORNING)
    await setSpaces(eventId, 6)
    await list.cancel(booked[0]?.id ?? '', booked[0]?.patient ?? 0)
    const stranger = await newPatient()
    expect(await slotsFor(eventId, stranger)).toEqual(['14:00', '15:00', '16:00', '17:00', '18:00'])
    expect(await tryHold(eventId, stranger, '09:00')).toBe('slot-taken')
    expect(await tryHold(eventId, stranger, '17:00')).toBe('held')
    await list.runJobs()
    expect(await offerTo(patient)).toBe('09:00')
  })

  it('WAIT-02 a booked patient who moves frees a wished time, and cannot move to a kept one', async () => {
    const { eventId, booked } = await bookedEvent('09:00', '17:00', '18:00')
    const [patient = 0] = await waiting(eventId, EVENING)
    await setSpaces(eventId, 4)
    await list.runJobs()
    expect(await offerTo(patient)).toBeNull()
    const move = (of: number, appt_time: string) =>
      booking.services.appointments.reschedule(
        { appointment_id: booked[of]?.id ?? '', appt_time },
        callerOf(booked[of]?.patient ?? 0),
        CONTEXT,
      )
    expect((await move(1, '12:00')).ok).toBe(true)
    expect(await move(0, '17:00')).toMatchObject({ ok: false, reason: 'slot-taken' })
    expect(await slotsFor(eventId, booked[0]?.patient ?? 0)).not.toContain('17:00')
    await list.runJobs()
    expect(await offerTo(patient)).toBe('17:00')
  })
})

describe('more places than patients who wait', () => {
  it('WAIT-03 the rest is open to everybody at once', async () => {
    const { eventId } = await bookedEvent('09:00')
    const [patient = 0] = await waiting(eventId, ALL_DAY)
    await setSpaces(eventId, 3)
    const [first, second] = [await newPatient(), await newPatient()]
    expect(await tryHold(eventId, first, '12:00')).toBe('held')
    expect(await tryHold(eventId, second, '13:00')).toBe('event-full')
    await list.runJobs()
    expect(await offerTo(patient)).toBe('10:00')
  })

  it('WAIT-02 OPS-02 a patient whose times an import removed is offered any time, and told so', async () => {
    const row = {
      ...{ external_ref: 'waiting-2', event_date: DAY, session_duration: '10' },
      ...{ lab_name: 'Northgate Pathology', audience: 'community', total_spaces: '0' },
    }
    const { services } = booking
    const importTimes = async (start_time: string, end_time: string, total_spaces: string) => {
      const times = { ...row, start_time, end_time, total_spaces }
      expect((await importEvents(services, csv(times), 'Olive')).ok).toBe(true)
    }
    await importTimes('16:00', '19:00', '0')
    const { rows } = await services.database.query<{ event_id: number }>(
      `select event_id from app.events where external_ref = 'waiting-2'`,
    )
    const eventId = rows[0]?.event_id ?? 0
    const [patient = 0] = await waiting(eventId, EVENING)
    expect((await entriesOf(patient))[0]?.times_gone).toBe(false)
    await importTimes('09:00', '10:00', '0')
    expect((await entriesOf(patient))[0]).toMatchObject({ ...EVENING, times_gone: true })
    expect(await waitingSheet(services.database, eventId, services.clock.now())).toContain(
      'Any time (chosen: Evenings)',
    )
    await importTimes('09:00', '10:00', '1')
    const stranger = await newPatient()
    expect(await slotsFor(eventId, stranger)).toEqual([])
    expect(await tryHold(eventId, stranger, '09:00')).toBe('event-full')
    await list.runJobs()
    expect(await offerTo(patient)).toBe('09:00')
  })

  it('WAIT-02 OPS-02 places that an import adds are offered', async () => {
    const row = {
      external_ref: 'waiting-1',
      event_date: DAY,
      start_time: '09:00',
      end_time: '12:00',
      session_duration: '10',
      lab_name: 'Northgate Pathology',
      audience: 'community',
    }
    const { database } = booking.services
    expect(
      (await importEvents(booking.services, csv({ ...row, total_spaces: '0' }), 'Olive')).ok,
    ).toBe(true)
    const { rows } = await database.query<{ event_id: number }>(
      `select event_id from app.events where external_ref = 'waiting-1'`,
    )
    const [first = 0, second = 0] = await waiting(rows[0]?.event_id ?? 0, ALL_DAY, ALL_DAY)
    expect(
      (await importEvents(booking.services, csv({ ...row, total_spaces: '2' }), 'Olive')).ok,
    ).toBe(true)
    await list.runJobs()
    expect([await offerTo(first), await offerTo(second)]).toEqual(['09:00', '09:10'])
  })
})

describe('npm run events -- waiting', () => {
  it('WAIT-02 OPS-02 lists the order, the offers, and why none was made', async () => {
    const { eventId, booked } = await bookedEvent('09:00')
    const [morning = 0, evening = 0, holder = 0] = await waiting(eventId, MORNING, EVENING, ALL_DAY)
    await tryHold(await newEvent(), holder, '09:00')
    await list.cancel(booked[0]?.id ?? '', booked[0]?.patient ?? 0)
    await list.runJobs()
    const now = booking.services.clock.now()
    const text = await waitingSheet(booking.services.database, eventId, now)
    const lines = (text ?? '').trimEnd().split('\n')
    expect(lines[0]).toBe(
      `Event ${eventId}: 0 of 1 places are free for everybody; offers are made until 16/06/2027, 09:00.`,
    )
    expect(lines[2]).toMatch(
      new RegExp(
        `^1 +${morning} +01/06/2027, 10:00 +Mornings +offered 09:00 until Wednesday 2 June, 08:00$`,
      ),
    )
    expect(lines[3]).toMatch(new RegExp(`^2 +${evening} .* Evenings +waits: no free place`))
    expect(lines[4]).toMatch(new RegExp(`^3 +${holder} .* passed over: holds another place$`))
    expect(await waitingSheet(booking.services.database, 1, now)).toBeUndefined()
  })
})

describe('the sweep', () => {
  it('WAIT-02 makes an offer whose job was lost', async () => {
    const { eventId, booked } = await bookedEvent('09:00')
    const [patient = 0] = await waiting(eventId, ALL_DAY)
    await list.cancel(booked[0]?.id ?? '', booked[0]?.patient ?? 0)
    await booking.services.database.query('delete from app.jobs')
    await list.runJobs()
    expect(await offerTo(patient)).toBeNull()
    await booking.services.waitingList.sweep()
    expect(await offerTo(patient)).toBe('09:00')
  })
})

describe('the times that a page shows as free', () => {
  it('WAIT-02 are those that the booking functions would give, whatever is booked and waited for', async () => {
    const { database, events } = booking.services
    const parts = fc
      .record({ mornings: fc.boolean(), afternoons: fc.boolean(), evenings: fc.boolean() })
      .filter((one) => one.mornings || one.afternoons || one.evenings)
    const scene = fc.record({
      taken: fc.uniqueArray(fc.nat(9), { maxLength: 8 }),
      wishes: fc.array(parts, { maxLength: 5 }),
      spare: fc.nat(4),
    })
    for (const { taken, wishes, spare } of fc.sample(scene, {
      seed: inject('seed'),
      numRuns: 25,
    })) {
      const eventId = await newEvent({ ...WHOLE_DAY, total_spaces: 0 })
      const slots = await slotsOf(database, eventId)
      await waiting(eventId, ...wishes)
      await setSpaces(eventId, 10)
      for (const at of taken) {
        await database.query(
          `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, booked_at, idempotency_key)
           values ($1, $2, $3, $3::timestamptz + interval '1 hour', 1, 'attended', app.clock_now(), gen_random_uuid())`,
          [eventId, await newPatient(), slots[at]],
        )
      }
      await setSpaces(eventId, taken.length + spare)
      const { rows } = await database.query<{ slot: Date }>(
        `select f.slot from app.events e cross join booking.free_slots(e, app.clock_now()) f
          where e.event_id = $1 and booking.free_spaces(e, app.clock_now()) > 0
            and not booking.is_kept(e, null, app.clock_now(), null, f.slot) order by 1`,
        [eventId],
      )
      const shown = await events.slots({ event_id: eventId }, visitorOf())
      expect(shown.ok && shown.value[DAY]?.availableTimeSlots).toEqual(
        rows.map(({ slot }) => londonTime(slot)),
      )
    }
  })
})

describe('the sweep with a broken event', () => {
  it('WAIT-02 offers the places of an event although an earlier event fails, and reports the failure', async () => {
    const { database, waitingList } = booking.services
    const broken = await newEvent({ ...WHOLE_DAY, total_spaces: 0 })
    const sound = await newEvent({ total_spaces: 0, start_time: '12:00' })
    await waiting(broken, ALL_DAY)
    const [patient = 0] = await waiting(sound, ALL_DAY)
    await setSpaces(broken, 1)
    await setSpaces(sound, 1)
    await database.query(`
      create function app.break_offer() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_offer before insert on app.appointments for each row when (new.event_id = ${broken})
        execute function app.break_offer()`)
    await expect(waitingList.sweep()).rejects.toThrow('broken')
    await database.query('drop function app.break_offer cascade')
    expect(await offerTo(patient)).toBe('12:00')
  })

  it.each([
    ['before', 0],
    ['after', 1],
  ])(
    'WAIT-02 EVD-05 an offer whose access code is revoked %s its mail goes to the next; its patient keeps the turn',
    async (when, mails) => {
      const { database, waitingList } = booking.services
      const eventId = await newEvent({ total_spaces: 0, is_private: true })
      const revoked = await buildCode(database, sealer, eventId)
      const open = await buildCode(database, sealer, eventId, { code: `${CODE}-B` })
      const [first, second] = [await newPatient(), await newPatient()]
      await grantTo(database, { eventId, codeId: revoked }, first)
      await grantTo(database, { eventId, codeId: open }, second)
      for (const who of [first, second]) expect(await list.join(eventId, who)).toBe('joined')
      await setSpaces(eventId, 1)
      await waitingList.offerPlaces(eventId)
      expect(await offerTo(first)).toBe('09:00')
      if (when === 'after') await list.runJobs()
      await database.query(
        'update app.access_codes set revoked_at = app.clock_now() where code_id = $1',
        [revoked],
      )
      await list.runJobs()
      expect(list.sent).toHaveLength(mails)
      await waitingList.sweep()
      await list.runJobs()
      expect(await offerTo(second)).toBe('09:00')
      expect((await entriesOf(first))[0]).toMatchObject({ position: 1, ended_at: null })
    },
  )
})
