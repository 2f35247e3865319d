/** Parsers for the parts of API responses that the samples need; tolerant, because the site may be another version. */

type Fields = Record<string, unknown>

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

export function profileIdOf(answer: unknown): number | undefined {
  const { profileId } = fields(fields(answer)['profile'] ?? fields(answer)['userProfile'])
  return typeof profileId === 'number' ? profileId : undefined
}

export function eventsOf(
  answer: unknown,
): { id: number; name: string; date: string; free: number }[] {
  const events = fields(answer)['events']
  return (Array.isArray(events) ? events : []).map(fields).map((event) => ({
    id: Number(event['event_id']),
    name: String(event['event_name']),
    date: String(event['event_date']),
    free: Number(event['total_spaces']) - Number(event['booked_spaces']),
  }))
}

export function timesOf(answer: unknown, date: string): string[] {
  const times = fields(fields(answer)[date])['availableTimeSlots']
  return Array.isArray(times) ? times.map(String) : []
}
