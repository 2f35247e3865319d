import { wholeIdOf } from '#core/rules/whole-id.ts'

/** The page of the event in the address. */
export const eventPath = (): string => `/event/${requestedEvent() ?? ''}`

/** The event id in the address: undefined when missing, 'invalid' when it cannot be an id. */
export function requestedEvent(): number | 'invalid' | undefined {
  const text = new URLSearchParams(location.search).get('event') ?? ''
  if (text === '') return undefined
  return wholeIdOf(text) ?? 'invalid'
}

/** The page that requests the NHS number and leads back to the booking of this event (NHS-02). */
export const nhsNumberPath = (eventId: number | string): string =>
  `/check-nhs-number?event=${eventId}`
