import { defineQuery } from 'groq'
import { fetchContent, readOnce } from '#content/client.ts'
import type { POLICIES_RESULT } from '#content/content.generated.ts'
import { ContentError } from '#content/content-error.ts'
import { type Content, contentsOf, type Readable } from '#content/document.ts'
import { readEach } from '#content/drafts.ts'
import {
  RICH_TEXT_PROJECTION,
  type RichText,
  richTextOf,
  SIMPLE_TEXT_PROJECTION,
  type SimpleText,
  simpleTextOf,
} from '#content/rich-text.ts'
import { slugOf } from '#content/slug.ts'
import { contentPage } from '#domain/content-page.ts'
import type { RequiredPolicy } from '#domain/fixed-documents.ts'

/** A notice or statement with the date of its last change (INFO-10). */
export type Policy = {
  slug: string
  title: string
  description: string
  /** A calendar day, YYYY-MM-DD. */
  lastUpdatedOn: string
  /** The short version at the top, the first layer of a layered privacy notice. */
  summary: SimpleText
  body: RichText
}

const POLICIES = defineQuery(`*[_type == "policy"]{
  _id, "slug": slug.current, title, description, lastUpdated,
  "summary": summary${SIMPLE_TEXT_PROJECTION}, "body": body${RICH_TEXT_PROJECTION}
}`)

/**
 * The policy at `/{slug}`.
 * @throws ContentError when it is not published, or naming the field that is missing.
 */
export async function getPolicy(slug: RequiredPolicy): Promise<Policy> {
  const documents = contentsOf(await fetchContent(POLICIES), 'policies')
  const found = documents.find((document) => document.raw.slug === slug)
  if (!found) throw new ContentError({ document: `/${slug}`, field: undefined }, 'not-published')
  return policyOf(found)
}

/**
 * The policies that editors have added: those that the program does not need.
 * @throws ContentError naming the document and the field that is missing.
 */
export const listOtherPolicies = readOnce(async (): Promise<Policy[]> => {
  const documents = contentsOf(await fetchContent(POLICIES), 'policies')
  const isOther = (slug: unknown) => contentPage(`/${String(slug)}`)?.page === 'own'
  return readEach(
    documents.filter((document) => isOther(document.raw.slug)),
    policyOf,
  )
})

/** The policy in a document of the type `policy`. */
export function policyOf(document: Content<Readable<POLICIES_RESULT>[number]>): Policy {
  return {
    slug: slugOf(document),
    title: document.text('title'),
    description: document.text('description'),
    lastUpdatedOn: document.text('lastUpdated'),
    summary: simpleTextOf(document.optionalParts('summary')),
    body: richTextOf(document.parts('body')),
  }
}
