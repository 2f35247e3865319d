import { atom, computed, type ReadableAtom } from 'nanostores'
import type { EventOnWire } from '#contract/events.ts'
import { isClockTime, isIsoDate } from '#domain/time.ts'
import type { SignedInPatient } from '#stores/account/session.ts'
import { consentForm } from '#stores/booking/consent.ts'
import { type Choice, isSameChoice } from '#stores/booking/slots.ts'
import type { EventFacts, KnownEvent } from '#stores/events/event-facts.ts'
import { keptInTab } from '#stores/tab-storage.ts'

/** The patient and the event of the booking. */
export type BookingCase = {
  readonly patient: SignedInPatient
  readonly event: EventOnWire
  readonly known: KnownEvent
  readonly facts: EventFacts
  /** The server's time when the event was read. */
  readonly readAt: Date
}

/** Kept over a reload or a return from /login; the consent answers are kept by their form. */
type Journey = {
  readonly profileId: number
  readonly eventId: number
  readonly choice: Choice | undefined
  /** The idempotency key of the attempt to hold `choice`. */
  readonly key: string | undefined
}

const $journey = keptInTab<Journey | undefined>('booking', undefined, {
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

/** Chooses a time. Another time is a new attempt with a key of its own. */
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

/** After booking or stopping: removes the journey from this tab. */
export function endJourney(): void {
  $journey.set(undefined)
  consentForm.clear()
}
