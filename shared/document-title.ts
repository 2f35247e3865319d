/** The fields that can name a document for staff. */
export const TITLE_FIELDS = ['title', 'name', 'year'] as const

/** The type whose title is a role: its name comes first. */
const NAMED_TYPE = 'teamMember'
const NAMED_FIELDS = ['name', 'title'] as const

const firstOf = (fields: readonly string[]) =>
  `coalesce(${fields.map((field) => `string(${field})`).join(', ')})`

/** What `titleOf` finds, in a query, for a document in scope. */
export const TITLE_IN_QUERY = `select(_type == "${NAMED_TYPE}" => ${firstOf(NAMED_FIELDS)}, ${firstOf(TITLE_FIELDS)})`

/** The title of a document for staff: the first of its fields that is given. */
export function titleOf(
  document: Readonly<Record<string, unknown>>,
  otherwise = 'Untitled',
): string {
  const fields = document['_type'] === NAMED_TYPE ? NAMED_FIELDS : TITLE_FIELDS
  const given = fields.map((field) => String(document[field] ?? ''))
  return given.find((value) => value.trim() !== '') ?? otherwise
}
