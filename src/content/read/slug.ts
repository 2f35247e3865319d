import type { Content } from '#content/read/document.ts'
import { isLongAddress } from '#content/rules/content-page.ts'
import { isSlug } from '#core/rules/slug.ts'

/**
 * The last part of the address of a document's page.
 * @throws ContentError when the slug is missing, too long, or has other characters: a slash would change the page's path.
 */
export function slugOf(document: Content<{ slug: string }>): string {
  const slug = document.text('slug')
  if (isSlug(slug)) return slug
  throw document.error('slug', isLongAddress(slug) ? 'long-address' : 'bad-address')
}
