import * as z from 'zod/mini'
import { hasOpenEvents, invitation, neutralName } from '#booking/mails/parts.ts'
import { findMailedOffer, type MailedOffer } from '#booking/server/database/mailed-appointments.ts'
import { type EndedWaiting, findEndedWaiting } from '#booking/server/database/waiting-entries.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatDeadline, formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'
import { greet } from '#core/server/mail/greeting.ts'
import { facts, type Letter, link, text } from '#core/server/mail/letter.ts'
import { mail, type Writing } from '#core/server/mail/mail.ts'

/** Offers a place of the waiting list, with the time until which it is kept (WAIT-02). */
export function offerLetter(offer: MailedOffer, { charity, siteUrl }: Writing): Letter {
  return {
    subject: `${charity.charityName} keeps a place for you until ${formatDeadline(offer.expiresAt)}`,
    greeting: greet(offer),
    blocks: [
      text(
        `You are on a waiting list, and a place has become free. It is kept for you until ${formatDeadline(offer.expiresAt)}. It is yours once you have booked it:`,
      ),
      facts(
        ['Event', neutralName(offer, charity)],
        [APPOINTMENT_LABELS.date, formatLongDate(londonDate(offer.startsAt))],
        [APPOINTMENT_LABELS.time, londonTime(offer.startsAt)],
        [APPOINTMENT_LABELS.place, formatAddress(offer.addressParts)],
        ['Price', offer.pricePence === 0 ? '' : formatPounds(offer.pricePence)],
        ['Kept until', formatDeadline(offer.expiresAt)],
      ),
      ...(offer.pricePence === 0
        ? []
        : [text('You pay when you book: the place is yours once the payment has succeeded.')]),
      link('Book this place', `${siteUrl}/book-event?event=${offer.eventId}`),
      text(
        'After that it goes to the next person on the list. If you do not need it, please give it back now.',
      ),
      link('Give the place back', `${siteUrl}/waiting-list`),
    ],
  }
}

/** Why an entry of a list ended. No part of the profile is named: subject and preview of a mail are read by others. */
const END_TEXTS: Partial<Record<NonNullable<EndedWaiting['endedBecause']>, string>> = {
  'event-cancelled':
    'We are sorry: an event whose waiting list you are on has been cancelled. Its waiting list has ended.',
  'not-eligible':
    'You are no longer on the waiting list of an event: the details of your profile do not allow this event. If a detail is wrong, please correct it. You can then join the list again.',
}
const NO_PLACE =
  'We are sorry: no place became free for you at an event whose waiting list you are on. Booking for it has closed, and the waiting list has ended.'

/** Says that a list has ended without a place for the patient (WAIT-03), or that the patient is no longer on it (WAIT-02). */
export function waitingEndLetter(
  entry: EndedWaiting & { readonly isOpen: boolean },
  { charity, siteUrl }: Writing,
): Letter {
  return {
    subject: `Your place on a waiting list of ${charity.charityName}`,
    greeting: greet(entry),
    blocks: [
      text((entry.endedBecause && END_TEXTS[entry.endedBecause]) ?? NO_PLACE),
      facts(
        ['Event', neutralName(entry, charity)],
        [APPOINTMENT_LABELS.date, formatLongDate(londonDate(entry.startsAt))],
      ),
      ...(entry.endedBecause === 'not-eligible' ? [link('Your profile', `${siteUrl}/portal`)] : []),
      ...invitation({ siteUrl, isOpen: entry.isOpen }, 'You are welcome to book another event.'),
    ],
  }
}

/** Not sent when the offer was booked or given back, or has expired. */
const PLACE_OFFERED = mail({
  name: 'place-offered',
  // The offer expires.
  priority: 0,
  payload: z.object({ appointment_id: z.uuid(), sequence: z.int() }),
  async draft({ appointment_id }, { database, clock, siteUrl }, charity) {
    const offer = await findMailedOffer(database, appointment_id, clock.now())
    return offer && { to: offer.email, letter: offerLetter(offer, { charity, siteUrl }) }
  },
})

const WAITING_ENDED = mail({
  name: 'waiting-ended',
  priority: 2,
  payload: z.object({ waiting_id: z.uuid(), profile_id: z.int() }),
  async draft({ waiting_id }, { database, clock, siteUrl }, charity) {
    const entry = await findEndedWaiting(database, waiting_id)
    if (entry === undefined) return undefined
    const isOpen = await hasOpenEvents(database, clock.now())
    return { to: entry.email, letter: waitingEndLetter({ ...entry, isOpen }, { charity, siteUrl }) }
  },
})

export const WAITING_LIST_MAILS = [PLACE_OFFERED, WAITING_ENDED]
