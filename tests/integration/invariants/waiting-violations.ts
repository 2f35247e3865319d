import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

type Subjects = { event: number; slot: Date; next: Date; patient: number; other: number }

/** Removes what prevents violations of the rules of the waiting list, so that tests can write them. */
export const WITHOUT_WAITING_GUARDS = `
  drop index app.waiting_entries_one, app.appointments_one_offer;
  alter table app.appointments disable trigger appointments_follow_waiting;`

/** Puts a patient on the list of the event. */
const join = async ({ query }: SqlDatabase, { event }: Subjects, profile: number) => {
  const { rows } = await query<{ waiting_id: string }>(
    `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
     values ($1, $2, true, true, true, app.clock_now()) returning waiting_id`,
    [event, profile],
  )
  return rows[0]?.waiting_id ?? ''
}

const insert = (
  { query }: SqlDatabase,
  { event }: Subjects,
  profile: number,
  slot: Date,
  status: 'held' | 'booked',
  waitingId: string | null = null,
) =>
  query(
    `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, booked_at,
       idempotency_key, is_offer, waiting_id)
     values ($1, $2, $3, $3::timestamptz + interval '10 minutes', 1, $4::text,
       case when $4::text = 'held' then app.clock_now() + interval '10 minutes' end,
       case when $4::text = 'booked' then app.clock_now() end, 'offer-' || gen_random_uuid(), $4::text = 'held', $5)`,
    [event, profile, slot, status, waitingId],
  )

/** Writes a violation of each rule of the waiting list in invariants.sql. */
export const WAITING_VIOLATIONS: Record<
  string,
  (db: SqlDatabase, subjects: Subjects) => Promise<unknown>
> = {
  'WAIT-01 on one list twice': async (db, s) => {
    await join(db, s, s.patient)
    await join(db, s, s.patient)
  },
  'WAIT-01 waiting with an upcoming appointment': async (db, s) => {
    await join(db, s, s.patient)
    await insert(db, s, s.patient, s.slot, 'booked')
  },
  'WAIT-03 a live list of a cancelled event': async (db, s) => {
    await join(db, s, s.patient)
    await db.query(`${BY_HAND} update app.events set cancelled_at = now()`)
  },
  'WAIT-02 an offer without its entry': (db, s) => insert(db, s, s.patient, s.slot, 'held'),
  'WAIT-02 two live offers of one entry': async (db, s) => {
    const entry = await join(db, s, s.patient)
    await insert(db, s, s.patient, s.slot, 'held', entry)
    await insert(db, s, s.other, s.next, 'held', entry)
  },
  'WAIT-02 one offer, not one mail': async (db, s) => {
    await insert(db, s, s.patient, s.slot, 'held', await join(db, s, s.patient))
  },
}
