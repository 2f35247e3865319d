/** The event id in the address: undefined when missing, 'invalid' when it cannot be an id. */
export function requestedEvent(): number | 'invalid' | undefined {
  const text = new URLSearchParams(location.search).get('event') ?? ''
  if (text === '') return undefined
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 'invalid'
}
