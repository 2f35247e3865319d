import type {
  ContentFault,
  ContentProblem,
  PublishedFault,
  Shown,
} from '#content/rules/content-fault.ts'
import { typeTitle } from '#content/rules/document-types.ts'
import { EXPLAINER, type FixedFault } from '#content/rules/fixed-documents.ts'
import { MAX_ADDRESS, MAX_ADDRESS_PART } from '#core/rules/content-limits.ts'

/** A fault in an editor's words: `{name: 'Open day', field: 'Published on', problem: 'is missing'}`. */
export type ContentFaultText = {
  /** The document's title, or the name of a document of which there is only one. */
  readonly name: string | undefined
  readonly field: string
  readonly problem: string
}

const PROBLEMS: Readonly<Record<ContentProblem, string>> = {
  missing: 'is missing',
  'empty-list': 'is empty',
  'bad-count': 'has too many entries, or too few',
  'too-long': 'is too long',
  'not-published': 'is not published',
  'unknown-value': 'has a value that the website does not know',
  'unknown-part': 'is of a kind that the website cannot show',
  'bad-address':
    'is not a valid address: small letters, digits and single hyphens for a page, https:// for another website',
  'long-address': `is longer than an address may be: ${MAX_ADDRESS_PART} characters from one slash to the next, and ${MAX_ADDRESS} in all`,
  'address-taken': 'belongs to another document',
  'bad-date': 'must be a date',
  'unsafe-file': 'must be a kind of file that visitors can open safely',
  'file-lost': 'is lost or damaged in the content store: upload it again and publish',
  'not-buildable':
    'has something in its last change that the website cannot build: undo that change, or tell the person who looks after the website',
  'leads-nowhere':
    'leads to nothing that visitors can see: they read its words without a link, and see no button',
  'moved-address':
    'is a typed address that its page has left. The link works: choose the page instead',
  'empty-setting': 'refers to a value of the site settings that is empty: fill it in there',
  'repeated-form': 'is on this page already: a form can be on a page once',
  'repeated-value': 'is chosen in another entry already',
  'several-tables': 'has several tables: make a section for each',
  'not-approved':
    'is a health text that a second person has not approved yet: “Approve” is in their … menu next to Publish',
  'own-approval': 'was approved by the person who wrote it last: another person must approve it',
}

/** Names of the content model that editors do not see in the Studio, or see as other words. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  src: 'picture',
  url: 'address',
  hash: 'content',
  assetId: 'picture',
  path: 'address',
  slug: 'address',
  alt: 'alternative text',
  markDefs: 'link',
  children: 'words',
  extraSections: 'more sections',
  main: 'main menu',
  sub: 'sub-menu',
  legal: 'policies and other links in the last line',
  marks: 'registrations',
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `publishedOn` becomes `published on`. */
const separated = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()

/** `sections[1].heading` becomes `sections, entry 2, heading`. */
function fieldText(field: string): string {
  const parts = field.match(/\w+|\[\d+\]/g) ?? []
  return parts
    .map((part) =>
      part.startsWith('[')
        ? `entry ${Number(part.slice(1, -1)) + 1}`
        : (FIELD_NAMES[part] ?? separated(part)),
    )
    .join(', ')
}

/** Documents of which there is only one are named by their type; other ids say nothing to an editor. */
const singletonName = ({ document }: ContentFault) =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(document) ? separated(document) : undefined

function documentText(fault: ContentFault): string {
  if (fault.document.startsWith('/')) return `the page ${fault.document}`
  return singletonName(fault) ?? `the document ${fault.document}`
}

/** The words for a fault; `title` is the document's own, where it is known. */
export function contentFaultText(fault: ContentFault, title?: string): ContentFaultText {
  const problem = PROBLEMS[fault.problem]
  const { field } = fault
  if (field === undefined) return { name: title, field: capitalised(documentText(fault)), problem }
  const name = title ?? singletonName(fault)
  return { name: name && capitalised(name), field: capitalised(fieldText(field)), problem }
}

/** One sentence. Example: `News page: Banner text is missing.` */
export function contentFaultSentence(fault: ContentFault): string {
  const { field, problem } = contentFaultText(fault)
  const name = fault.field === undefined ? '' : `${capitalised(documentText(fault))}: `
  return `${name}${field} ${problem}.`
}

const SHOWN_TEXTS: Readonly<Record<Shown, string>> = {
  former: 'Visitors still see its last good version.',
  nothing: 'It is not on the website until that is corrected.',
  published: 'The document is on the website.',
}

/**
 * Two sentences on a fault that did not stop a publication; `title` is the document's own, where it is known. Example:
 * `News entry “Open day” (/news/open-day): Picture, alternative text is missing. Visitors still see its last good version.`
 */
export function publishedFaultSentence(fault: PublishedFault, title?: string): string {
  const { problem, shown } = fault
  return `${contentPlaceWords(fault, title)} ${PROBLEMS[problem]}. ${SHOWN_TEXTS[shown]}`
}

/** A document and its field in words. Example: `News entry “Open day” (/news/open-day): Picture`. */
export function contentPlaceWords(
  { type, page, document, field }: Pick<PublishedFault, 'type' | 'page' | 'document' | 'field'>,
  title?: string,
): string {
  const isNamedByType = document === type || document.startsWith('/')
  const own = title ?? (isNamedByType ? undefined : document)
  const name = [typeTitle(type), own && `“${own}”`, page && `(${page})`].filter(Boolean).join(' ')
  return field === undefined ? name : `${name}: ${capitalised(fieldText(field))}`
}

const FIXED_FAULTS: Readonly<Record<FixedFault, string>> = {
  removed:
    'has a fixed place on the website, so it cannot be deleted or unpublished. Change its text instead.',
  moved: 'has a fixed place on the website, so its address cannot be changed.',
  taken: 'exists already, and only one document can have its address. Choose another address.',
}

const EXPLAINER_TAKEN =
  'Addresses that end in “-screening-event” are kept for the page about the screening, of which there is only one. Choose another address.'

/** Why a change of a document that the program needs is refused (CMS-06). Example of `place`: `/support-us`. */
export function fixedFaultSentence(place: string, fault: FixedFault): string {
  if (place === EXPLAINER && fault === 'taken') return EXPLAINER_TAKEN
  const name = documentText({ document: place, field: undefined, problem: 'not-published' })
  return `${capitalised(name)} ${FIXED_FAULTS[fault]}`
}
