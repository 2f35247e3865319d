import { atom, computed, type ReadableAtom } from 'nanostores'
import type { SignedInPatient } from '#account/store/session.ts'
import { consentForm } from '#booking/store/consent.ts'
import { type Choice, isSameChoice } from '#booking/store/slots.ts'
import type { RefundRulesOnWire } from '#core/contract/refund-rules.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import { isClockTime, isIsoDate } from '#core/rules/time.ts'
import { keptInTab } from '#core/store/tab-storage.ts'
import type { EventOnWire } from '#events/contract/events.ts'
import { type EventFacts, eventFacts } from '#events/store/event-facts.ts'
import { type KnownEvent, knownEvent } from '#events/store/known-event.ts'

/** The patient and the event of the booking. */
export type BookingCase = {
  readonly patient: SignedInPatient
  readonly event: ReadEvent
  /** The charity's product, for an event without a name. */
  readonly product: string
  readonly known: KnownEvent
  readonly facts: EventFacts
  /** The server's time when the event was read. */
  readonly readAt: Date
}

/** An event with the server's time at which it was read. */
export type ReadEvent = EventOnWire & {
  readonly server_time: string
  readonly takes_payments?: boolean | undefined
  readonly refund_rules?: RefundRulesOnWire | undefined
}

/** The case of this patient and event, as it was read. */
export function caseOf(patient: SignedInPatient, event: ReadEvent, product: string): BookingCase {
  const readAt = new Date(event.server_time)
  const facts = eventFacts(event, product, readAt)
  return { patient, event, product, known: knownEvent(event), facts, readAt }
}

/** Kept over a reload or a return from /login; the consent answers are kept by their form. */
type Journey = {
  readonly profileId: number
  readonly eventId: number
  readonly choice: Choice | undefined
  /** The idempotency key of the attempt to hold `choice`. */
  readonly key: string | undefined
}

const $journey = keptInTab<Journey | undefined>(ANSWER_KEYS.booking, undefined, {
  encode: (journey) => journey,
  decode: journeyOf,
})

function journeyOf(kept: unknown): Journey | undefined {
  const { profileId, eventId, choice, key } = (kept ?? {}) as Partial<Journey>
  if (typeof profileId !== 'number' || typeof eventId !== 'number') return undefined
  const isWhole =
    choice !== undefined && isIsoDate(String(choice.date)) && isClockTime(String(choice.time))
  return {
    profileId,
    eventId,
    choice: isWhole ? choice : undefined,
    key: typeof key === 'string' ? key : undefined,
  }
}

const $state = atom<BookingCase | undefined>(undefined)
export const $case: ReadableAtom<BookingCase | undefined> = $state

/** Whether the next booking of this patient costs nothing, whatever the price of the event (LAB-14). */
export const $isRepeatFree = atom(false)

/** The chosen time, held or not. */
export const $choice = computed($journey, (journey) => journey?.choice)

/** Starts or resumes the journey. Clears what another patient, or the same patient for another event, left in this tab. */
export function beginJourney(present: BookingCase): void {
  const { profileId } = present.patient.profile
  const { event_id: eventId } = present.event
  const kept = $journey.get()
  if (kept?.profileId !== profileId) consentForm.clear()
  if (kept?.profileId !== profileId || kept.eventId !== eventId) {
    $journey.set({ profileId, eventId, choice: undefined, key: undefined })
  }
  $state.set(present)
}

/** Replaces what is known about the event, such as its free places. */
export function updateEvent(event: ReadEvent): void {
  const present = $state.get()
  if (present?.event.event_id !== event.event_id) return
  $state.set(caseOf(present.patient, event, present.product))
}

/** Chooses a time. Another time is a new attempt with a new key. */
export function choose(choice: Choice | undefined): void {
  const journey = $journey.get()
  if (journey === undefined || isSameChoice(journey.choice, choice)) return
  $journey.set({ ...journey, choice, key: undefined })
}

/** The idempotency key of the present attempt: the same over double clicks and reloads. */
export function attemptKey(): string {
  const journey = $journey.get()
  if (journey?.key !== undefined) return journey.key
  // Not randomUUID(): it exists only on https and on localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (journey !== undefined) $journey.set({ ...journey, key })
  return key
}

/** Makes the next request to hold the same time a new attempt. */
export function renewKey(): void {
  const journey = $journey.get()
  if (journey !== undefined) $journey.set({ ...journey, key: undefined })
}

/** Removes the chosen time and the consent answers from this tab: after booking, stopping, or a sign-out in any tab. */
export function clearAnswers(): void {
  $journey.set(undefined)
  consentForm.clear()
}
