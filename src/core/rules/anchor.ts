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

/** Makes each id unique in its page: the second 'contact' becomes 'contact-2', also beside a heading 'Contact 2'. */
export function freeIds(start = ''): (wanted: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const first = start + wanted
    let id = first
    for (let number = 2; taken.has(id); number += 1) id = `${first}-${number}`
    taken.add(id)
    return id
  }
}
