/** The title of a document for staff: its title, name or year. */
export function titleOf(document: Readonly<Record<string, unknown>>): string {
  const { title, name, year } = document
  const given = [title, name, year].find((value) => String(value ?? '').trim() !== '')
  return given === undefined ? 'Untitled' : String(given)
}
