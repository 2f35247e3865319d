/** The fields that name a document for staff, the first that is given. The name first: the title of a team member is their role. */
export const TITLE_FIELDS = ['name', 'title', 'year'] as const

/** The same in a query, for a document in scope. */
export const TITLE_IN_QUERY = `coalesce(${TITLE_FIELDS.map((field) => `string(${field})`).join(', ')})`

/** The title of a document for staff. */
export function titleOf(
  document: Readonly<Record<string, unknown>>,
  otherwise = 'Untitled',
): string {
  const given = TITLE_FIELDS.map((field) => String(document[field] ?? ''))
  return given.find((value) => value.trim() !== '') ?? otherwise
}
