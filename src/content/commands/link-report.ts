import { contentPlaceWords } from '#content/rules/content-fault-text.ts'
import { DOCUMENT_TYPES, type DocumentType, documentPath } from '#content/rules/document-types.ts'
import { isShownAt, type PublishedDocument } from '#content/rules/release-record.ts'
import { type LinkAnswer, linkAnswerWords } from '#content/texts/link-check.ts'
import { isWebAddress } from '#core/rules/web-address.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import { countOf } from '#core/texts/count.ts'

/** A link to another website, and the field of the content that has it, as in `body[1].markDefs[0].url`. */
type ExternalLink = { readonly url: string; readonly field: string }

/** The fields of the content that hold addresses of other websites. */
export const EXTERNAL_LINK_FIELDS = ['url', 'website', 'donateUrl', 'supporterUrl']

/** The links of a document to other websites. Pure. */
export function externalLinksIn(value: unknown, at = ''): ExternalLink[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => externalLinksIn(item, `${at}[${index}]`))
  }
  // A link whose kind was changed keeps the address that it had.
  const { kind } = value as { kind?: unknown }
  const isOther = kind !== undefined && kind !== 'external'
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = at === '' ? name : `${at}.${name}`
    if (typeof inner !== 'string') return externalLinksIn(inner, field)
    const isLink = EXTERNAL_LINK_FIELDS.includes(name) && isWebAddress(inner)
    return isLink && !(isOther && name === 'url') ? [{ url: inner, field }] : []
  })
}

type Document = PublishedDocument & { readonly _type: DocumentType; readonly title?: unknown }

/** A link of the published content, with its document. */
export type PublishedLink = ExternalLink & { readonly document: Document }

/** The links to other websites in what visitors see now. Throws when content cannot be read. */
export async function publishedLinks(env: ContentEnv, now: Date): Promise<PublishedLink[]> {
  const client = lakeClient(env, { perspective: 'published', timeout: 30_000, maxRetries: 1 })
  const documents = await client.fetch<Document[]>('*[_type in $types]', { types: DOCUMENT_TYPES })
  return documents
    .filter((document) => isShownAt(document, now))
    .flatMap((document) => externalLinksIn(document).map((link) => ({ ...link, document })))
}

/** Which links staff must look at, and how many. `text` is readable as a mail. */
export type LinkReport = { readonly text: string; readonly problems: number }

/** The report for staff; `studioUrl` makes links that open the documents. Pure. */
export function linkReport(
  links: readonly PublishedLink[],
  answers: ReadonlyMap<string, LinkAnswer>,
  studioUrl: string | undefined,
): LinkReport {
  const sections = [...answers].flatMap(([url, answer]) => {
    const words = linkAnswerWords(answer)
    if (words === undefined) return []
    const places = links.filter((link) => link.url === url).flatMap((one) => place(one, studioUrl))
    return [[url, `  ${words}`, ...places].join('\n')]
  })
  const problems = sections.length
  const checked = `${countOf(answers.size, 'link')} to other websites checked`
  const found = problems === 0 ? 'nothing is wrong.' : `look at ${countOf(problems, 'link')}:`
  return { text: `${[`${checked}: ${found}`, ...sections].join('\n\n')}\n`, problems }
}

function place({ field, document }: PublishedLink, studioUrl: string | undefined): string[] {
  const { _id, _type, name, title } = document
  const page = documentPath(_type, document)
  const own = [title, name].find((text) => typeof text === 'string') as string | undefined
  const words = contentPlaceWords({ type: _type, document: _id, field, page }, own)
  const address = studioUrl && `${studioUrl}/intent/edit/id=${_id};type=${_type}/`
  return [`  in ${words}`, ...(address ? [`  ${address}`] : [])]
}
