import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import type { LiveHold } from '#booking/server/database/appointments.ts'
import type { Slot } from '#events/rules/slot.ts'

type WireHold = Omit<LiveHold, 'startsAt'> & { readonly slot: Pick<Slot, 'date' | 'time'> }

/** A live hold on the wire; `now` is the server's clock, for the browser. */
export const holdToWire = (hold: WireHold, now: Date): HoldOnWire => ({
  hold_id: hold.holdId,
  event_id: hold.eventId,
  appt_date: hold.slot.date,
  appt_time: hold.slot.time,
  hold_expires_at: hold.expiresAt?.toISOString() ?? null,
  offered: hold.isOffer,
  server_time: now.toISOString(),
})
