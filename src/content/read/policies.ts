import { defineQuery } from 'groq'
import type { POLICIES_RESULT } from '#content/read/content.generated.ts'
import { type Content, contentsOf, type Readable } from '#content/read/document.ts'
import { readEach, readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import {
  RICH_TEXT_PROJECTION,
  type RichText,
  richTextOf,
  SIMPLE_TEXT_PROJECTION,
  type SimpleText,
  simpleTextOf,
} from '#content/read/rich-text.ts'
import { SHARING, type Sharing, sharingOf } from '#content/read/sharing.ts'
import { slugOf } from '#content/read/slug.ts'
import { takenPaths } from '#content/read/taken-addresses.ts'
import { contentPage } from '#content/rules/content-page.ts'
import { REQUIRED_POLICIES, type RequiredPolicy } from '#content/rules/fixed-documents.ts'
import { type IsoDate, isIsoDate } from '#core/rules/time.ts'

/** A notice or statement with the date of its last change (INFO-10). */
export type Policy = {
  sharing: Sharing
  slug: string
  title: string
  description: string
  lastUpdatedOn: IsoDate
  /** The short version at the top, the first layer of a layered privacy notice. */
  summary: SimpleText
  body: RichText
}

const POLICIES = defineQuery(`*[_type == "policy"] | order(_createdAt asc, _id asc){
  _id, "slug": slug.current, title, description, lastUpdated, ${SHARING},
  "summary": summary${SIMPLE_TEXT_PROJECTION}, "body": body${RICH_TEXT_PROJECTION}
}`)

/**
 * The policy at `/{slug}`.
 * @throws ContentError when it is not published, or naming the field that is missing.
 */
export const getPolicy = (slug: RequiredPolicy): Promise<Policy> =>
  part(`policy ${slug}`, async () => {
    const documents = await fetchContent(POLICIES)
    const found = documents.find((document) => document.slug === slug)
    return readFixed({ type: 'policy', key: `/${slug}` }, found, policyOf)
  })

/** The policies that editors have added: all but those that the program needs. */
export const listOtherPolicies = (): Promise<Policy[]> =>
  part('policies', async () => {
    const documents = contentsOf(await fetchContent(POLICIES), 'policies')
    const isRequired = (slug: unknown) => REQUIRED_POLICIES.some((known) => known === slug)
    const others = documents.filter((document) => !isRequired(document.raw.slug))
    const taken = await takenPaths('page')
    const readOwn = (document: PolicyDocument) => {
      const policy = policyOf(document)
      const path = `/${policy.slug}`
      if (contentPage(path)?.page !== 'own' || taken.has(path))
        throw document.error('slug', 'address-taken')
      return policy
    }
    return readEach('policy', others, readOwn, ({ slug }) => slug)
  })

type PolicyDocument = Content<Readable<POLICIES_RESULT>[number]>

/** The policy in a document of the type `policy`. */
export function policyOf(document: PolicyDocument): Policy {
  return {
    slug: slugOf(document),
    title: document.text('title'),
    description: document.text('description'),
    sharing: sharingOf(document),
    lastUpdatedOn: dayOf(document),
    summary: simpleTextOf(document.optionalParts('summary')),
    body: richTextOf(document.parts('body')),
  }
}

function dayOf(document: PolicyDocument): IsoDate {
  const day = document.text('lastUpdated')
  if (!isIsoDate(day)) throw document.error('lastUpdated', 'bad-date')
  return day
}
