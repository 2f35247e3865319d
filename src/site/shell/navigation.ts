/**
 * The `aria-current` of a main link: 'page' on its own page, 'true' on a page of its section (at `path`, in
 * `section`), else undefined. The home page is marked only on itself (SITE-05).
 */
export function currentMark(
  href: string | undefined,
  path: string,
  section: string,
): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (href === '/' || href === undefined) return undefined
  return section === href || section.startsWith(`${href}/`) ? 'true' : undefined
}
