import { ContentError } from '#content/fields.ts'
import { isSlug } from '#domain/slug.ts'

/**
 * The last part of a page's address, as the document at `where` has it.
 * @throws ContentError when it would be no such part: a slash would end every build.
 */
export function slugOf(slug: string, where: string): string {
  if (isSlug(slug)) return slug
  throw new ContentError(`${where}.slug`, 'an address of small letters, digits and single hyphens')
}
