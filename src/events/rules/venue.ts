/** What a visitor of an event needs to know about its venue (EVD-07): the names in the import, the database and the wire format. */
export const VENUE_FACTS = [
  'step_free_access',
  'parking',
  'hearing_loop',
  'toilets',
  'how_to_get_there',
  'what_to_bring',
] as const

export type VenueFact = (typeof VENUE_FACTS)[number]

/** In the operator's words; an absent one is not known. */
export type Venue = { readonly [Fact in VenueFact]?: string | undefined }

/** The facts that have a value. */
export function knownVenue(
  values: { readonly [Fact in VenueFact]?: string | null | undefined },
): Venue {
  const known = VENUE_FACTS.map((fact) => [fact, values[fact]?.trim() ?? ''] as const)
  return Object.fromEntries(known.filter(([, text]) => text !== ''))
}
