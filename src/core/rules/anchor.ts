/**
 * The id of a heading for links: lower-case letters, digits and hyphens. It never has an underscore: ids of the program
 * have one, so that a page has each id once.
 * @example anchorOf('Who should be screened?') === 'who-should-be-screened'
 */
export function anchorOf(heading: string): string {
  const words = heading
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return words || 'section'
}

/** Unique ids for headings, in their order: the second 'Contact' becomes 'contact-2'. */
export function anchorsOf(headings: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return headings.map((heading) => {
    const anchor = anchorOf(heading)
    const count = (seen.get(anchor) ?? 0) + 1
    seen.set(anchor, count)
    return count === 1 ? anchor : `${anchor}-${count}`
  })
}
