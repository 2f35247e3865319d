import { wholeIdOf } from '#domain/whole-id.ts'

/** The event id in the address: undefined when missing, 'invalid' when it cannot be an id. */
export function requestedEvent(): number | 'invalid' | undefined {
  const text = new URLSearchParams(location.search).get('event') ?? ''
  if (text === '') return undefined
  return wholeIdOf(text) ?? 'invalid'
}
