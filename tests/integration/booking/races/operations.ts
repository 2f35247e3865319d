import type { QueryResultRow } from 'pg'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

/** One operation in the form that is sent to a worker process. Instants are ISO text. */
export type Operation =
  | { do: 'hold'; event: number; slot: string; profile: number; key: string; minutes: number }
  | { do: 'book'; event: number; slot: string; profile: number; key: string }
  | { do: 'confirm' | 'release' | 'cancel' | 'expire'; profile: number }
  | { do: 'reschedule'; profile: number; slot: string }
  | { do: 'join'; event: number; profile: number; parts: number }
  | { do: 'leave'; profile: number }
  | { do: 'offer'; event: number }
  | { do: 'tidy' }
  | { do: 'capacity'; event: number; spaces: number; places: number }
  | { do: 'cancel-event'; event: number }

/** `reason` is null after success and the reason of a refusal otherwise; `failure` has the error of Postgres. */
export type Outcome = {
  reason: string | null
  appointment?: string | undefined
  failure?: { code: string; message: string }
}

type Answer = QueryResultRow & { r_reason?: string | null; r_appointment?: string | null }

/** SQL for the latest appointment of the patient $1 with that status; an unused id when there is none. */
const latest = (status: string) =>
  `coalesce((select appointment_id from app.appointments where profile_id = $1 and status = '${status}'
     order by created_at desc limit 1), '00000000-0000-4000-8000-000000000000')`

/** SQL for the version of the event $1. */
const VERSION = '(select extract(epoch from updated_at)::text from app.events where event_id = $1)'

function statement(operation: Operation): [sql: string, values: unknown[]] {
  switch (operation.do) {
    case 'hold': {
      const { event, slot, profile, key, minutes } = operation
      return [
        'select * from booking.hold_slot($1, $2, $3, $4, $5, p_held_most => 45)',
        [event, slot, profile, key, minutes],
      ]
    }
    case 'book': {
      const { event, slot, profile, key } = operation
      return [
        `select * from booking.book_slot($1, $2, $3, $4, 'not paid')`,
        [event, slot, profile, key],
      ]
    }
    case 'confirm':
      return [
        `select * from booking.confirm_appointment(${latest('held')}, $1, 'not paid')`,
        [operation.profile],
      ]
    case 'release':
      return [`select booking.release_hold(${latest('held')}, $1)`, [operation.profile]]
    case 'cancel':
      return [
        `select * from booking.cancel_appointment(${latest('booked')}, $1)`,
        [operation.profile],
      ]
    case 'reschedule':
      return [
        `select * from booking.reschedule_appointment(${latest('booked')}, $1, $2)`,
        [operation.profile, operation.slot],
      ]
    // Ends this hold now, without waiting 15 minutes. With the event's lock: no other operation on the event reads its clock between this
    // instant and the commit, as none can with a hold whose time passes by itself.
    case 'expire':
      return [
        `with locked as materialized (
           select event_id from app.events
            where event_id in (select event_id from app.appointments where profile_id = $1 and status = 'held') for update)
         update app.appointments set hold_expires_at = app.clock_now() from locked
          where appointments.event_id = locked.event_id and profile_id = $1 and status = 'held'`,
        [operation.profile],
      ]
    case 'join': {
      const { event, profile, parts } = operation
      return [
        `select * from booking.join_waiting_list($1, $2, $3 & 1 > 0, $3 & 2 > 0, $3 & 4 > 0, 5, ${VERSION})`,
        [event, profile, parts],
      ]
    }
    case 'leave':
      return [
        `select booking.leave_waiting_list(coalesce((select waiting_id from app.waiting_entries
           where profile_id = $1 and ended_at is null order by turn limit 1), '00000000-0000-4000-8000-000000000000'), $1)`,
        [operation.profile],
      ]
    case 'offer':
      return [
        `select * from booking.offer_place($1, ${VERSION}, app.clock_now() + interval '12 hours', '1900-01-01', '2100-01-01')`,
        [operation.event],
      ]
    case 'tidy':
      return ['select booking.expire_holds(100)', []]
    case 'capacity':
      return [
        `${BY_HAND} update app.events set total_spaces = $2, places_per_slot = $3 where event_id = $1`,
        [operation.event, operation.spaces, operation.places],
      ]
    case 'cancel-event':
      return ['select * from booking.cancel_event($1)', [operation.event]]
  }
}

/** Runs the operation as the application does: one statement, one transaction. Never throws. */
export async function perform({ query }: SqlDatabase, operation: Operation): Promise<Outcome> {
  try {
    const { rows } = await query<Answer>(...statement(operation))
    return { reason: rows[0]?.r_reason ?? null, appointment: rows[0]?.r_appointment ?? undefined }
  } catch (error) {
    const { code, message } = error as Error & { code?: string }
    // A trigger refuses the capacity with an error instead of a reason.
    if (operation.do === 'capacity' && code === '23514') return { reason: 'capacity-taken' }
    return { reason: null, failure: { code: code ?? 'none', message } }
  }
}
