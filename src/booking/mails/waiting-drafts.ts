import { hasOpenEvents } from '#booking/mails/invitation.ts'
import { offerLetter, waitingEndLetter } from '#booking/mails/waiting-letters.ts'
import { findMailedOffer } from '#booking/server/database/mailed-appointments.ts'
import { findEndedWaiting } from '#booking/server/database/waiting-entries.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Letter } from '#core/server/mail/letter.ts'

type Draft = { readonly to: string; readonly letter: Letter }
type Deps = { readonly database: Database; readonly clock: Clock; readonly siteUrl: string }

/** The mail with an offer; undefined when the offer was booked or given back, or has expired. */
export async function draftOffer(
  appointmentId: string,
  { database, clock, siteUrl }: Deps,
  charity: Charity,
): Promise<Draft | undefined> {
  const offer = await findMailedOffer(database, appointmentId, clock.now())
  return offer && { to: offer.email, letter: offerLetter(offer, { charity, siteUrl }) }
}

/** The mail about the end of a list; undefined when the entry is gone. */
export async function draftWaitingEnd(
  waitingId: string,
  { database, clock, siteUrl }: Deps,
  charity: Charity,
): Promise<Draft | undefined> {
  const entry = await findEndedWaiting(database, waitingId)
  if (entry === undefined) return undefined
  const isOpen = await hasOpenEvents(database, clock.now())
  return { to: entry.email, letter: waitingEndLetter({ ...entry, isOpen }, { charity, siteUrl }) }
}
