import * as z from 'zod/mini'
import { WAITING_ENDS } from '#booking/rules/waiting-list.ts'
import { NO_PART_CHOSEN, WAITING_REFUSALS } from '#booking/texts/waiting-list.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { clockTime, instant, isoDate, wholeId } from '#core/contract/fields.ts'
import { PLACE_REFUSALS } from '#events/texts/place-refusals.ts'

/** The parts of the day that suit the patient (WAIT-01). */
const dayParts = { mornings: z.boolean(), afternoons: z.boolean(), evenings: z.boolean() }

/** An entry of a waiting list (ours, WAIT-01): live, or ended in the last days. */
export const waitingOnWire = z.object({
  waiting_id: z.uuid(),
  event_id: z.int(),
  event_name: z.string(),
  event_date: isoDate,
  /** Of a private event the town only. */
  event_location: z.string(),
  ...dayParts,
  /** The event has no times in these parts any more: any time is offered. */
  times_gone: z.boolean(),
  joined_at: instant,
  /** 1 is the next patient; null with an offer, and after the end. */
  position: z.nullable(z.int()),
  offer: z.nullable(
    z.object({ appt_date: isoDate, appt_time: clockTime, hold_expires_at: instant }),
  ),
  ended_at: z.nullable(instant),
  ended_because: z.nullable(z.enum(WAITING_ENDS)),
})
export type WaitingOnWire = z.output<typeof waitingOnWire>

/** GET /waiting-list: the caller's entries, live ones first. */
export const listWaiting = defineEndpoint({
  name: 'listWaiting',
  method: 'GET',
  path: '/waiting-list',
  summary: 'The waiting lists that the caller is on, and those that ended lately.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({ entries: z.array(waitingOnWire), server_time: instant }),
  reasons: {},
})

/** POST /waiting-list: joins the list of a full event, or changes the parts of the day, which keeps the position. */
export const joinWaitingList = defineEndpoint({
  name: 'joinWaitingList',
  method: 'POST',
  path: '/waiting-list',
  summary: 'Puts the caller on the waiting list of a full event, or changes their times of day.',
  access: 'patient',
  status: 201,
  input: z.strictObject({ event_id: wholeId, ...dayParts }).check(
    z.refine(({ mornings, afternoons, evenings }) => mornings || afternoons || evenings, {
      path: ['mornings'],
      error: NO_PART_CHOSEN,
    }),
  ),
  output: z.object({ waiting_id: z.uuid() }),
  reasons: { ...PLACE_REFUSALS, ...WAITING_REFUSALS },
})

/** POST /waiting-list/{id}/leave: also gives an offered place back; idempotent. */
export const leaveWaitingList = defineEndpoint({
  name: 'leaveWaitingList',
  method: 'POST',
  path: '/waiting-list/:waiting_id/leave',
  summary: 'Takes the caller off a waiting list; an offered place goes to the next patient.',
  access: 'patient',
  input: z.strictObject({ waiting_id: z.uuid() }),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})
