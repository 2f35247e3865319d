import { ContentError } from '#content/fields.ts'

/** As `schemas/fields.ts` has it; a test holds them together. */
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * The last part of a page's address, as the document at `where` has it.
 * @throws ContentError when it would be no such part: a slash would end every build.
 */
export function slugOf(slug: string, where: string): string {
  if (SLUG.test(slug)) return slug
  throw new ContentError(`${where}.slug`, 'an address of small letters, digits and single hyphens')
}
