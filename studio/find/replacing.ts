import type { SanityClient, SanityDocument } from '@sanity/client'
import type { Schema, SchemaType } from 'sanity'
import { DOCUMENT_TYPES, type DocumentType } from '../../src/content/rules/document-types.ts'
import { isEmail } from '../../src/core/rules/email-address.ts'

/** What is looked for, and what replaces it. */
export type Wanted = {
  readonly words: string
  readonly replacement: string
  readonly isExactCase: boolean
  readonly isWholeWord: boolean
}

/** A text of a document: every second of its pieces is one of the words that were found. */
export type Change = { readonly path: string; readonly pieces: readonly string[] }

/** A document, as its draft or its published version, with the texts that would change. */
export type FoundDocument = {
  readonly document: SanityDocument
  readonly changes: readonly Change[]
  /** The fields of the document that would change, with their new values. */
  readonly fields: Readonly<Record<string, unknown>>
}

/** Shorter words are in almost every text. */
export const MIN_LETTERS = 2
/** Only words within one span are found: a search across bold or linked words would lose their marks. */
const TEXT_TYPES = new Set(['string', 'text'])
/** Fields whose text is an address or a code. */
const NOT_WORDS = new Set(['path', 'slug'])
/** Addresses, and what the button “Approve” writes. */
const LEFT_OUT: readonly DocumentType[] = ['redirect', 'approval']

/** The words are taken literally. */
function patternOf({ words, isExactCase, isWholeWord }: Wanted): RegExp {
  const literal = words.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const whole = `(?<![\\p{L}\\p{N}])(${literal})(?![\\p{L}\\p{N}])`
  return new RegExp(isWholeWord ? whole : `(${literal})`, isExactCase ? 'gu' : 'giu')
}

const isText = (type: SchemaType | undefined): boolean =>
  type !== undefined &&
  TEXT_TYPES.has(type.name) &&
  (type as { options?: { list?: unknown } }).options?.list === undefined

type Fields = { readonly fields?: readonly { name: string; type: SchemaType }[] }
type Members = { readonly of?: readonly SchemaType[] }

/** The type of a member of a list: by its `_type`, or the only one. */
function memberType({ of = [] }: Members, member: unknown): SchemaType | undefined {
  const name = (member as { _type?: unknown } | null)?._type
  return of.find((type) => type.name === name) ?? (of.length === 1 ? of[0] : undefined)
}

type InText = (text: string, path: string) => string

/** `value` with the words replaced in every text that its type has; the same value when nothing was found. */
function replaced(
  value: unknown,
  type: SchemaType | undefined,
  inText: InText,
  path: string,
): unknown {
  if (typeof value === 'string')
    return isText(type) && !isEmail(value) ? inText(value, path) : value
  if (type === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const members = value.map((member, index) =>
      replaced(member, memberType(type as Members, member), inText, `${path}[${index}]`),
    )
    return members.some((member, index) => member !== value[index]) ? members : value
  }
  const record = value as Readonly<Record<string, unknown>>
  if (record['_type'] === 'span') return replacedSpan(record, inText, path)
  const entries = ((type as Fields).fields ?? [])
    .filter(({ name }) => !NOT_WORDS.has(name) && !name.startsWith('_') && name in record)
    .map(({ name, type }) => {
      const after = replaced(record[name], type, inText, `${path}.${name}`)
      return [name, after] as const
    })
    .filter(([name, after]) => after !== record[name])
  return entries.length === 0 ? value : { ...record, ...Object.fromEntries(entries) }
}

function replacedSpan(span: Readonly<Record<string, unknown>>, inText: InText, path: string) {
  const text = span['text']
  const after = typeof text === 'string' ? inText(text, path) : text
  return after === text ? span : { ...span, text: after }
}

/** The documents with the words, and how they would change. Pure. */
export function findDocuments(
  documents: readonly SanityDocument[],
  schema: Pick<Schema, 'get'>,
  wanted: Wanted,
): FoundDocument[] {
  if (wanted.words.trim().length < MIN_LETTERS) return []
  const pattern = patternOf(wanted)
  return newest(documents).flatMap((document) => {
    const changes: Change[] = []
    const inText = (text: string, path: string) => {
      const pieces = text.split(pattern)
      if (pieces.length === 1) return text
      changes.push({ path, pieces })
      return pieces.map((piece, at) => (at % 2 ? wanted.replacement : piece)).join('')
    }
    const type = schema.get(document._type)
    const after = replaced(document, type, inText, '') as SanityDocument
    const names = Object.keys(after).filter((name) => after[name] !== document[name])
    const fields = Object.fromEntries(names.map((name) => [name, after[name]]))
    return changes.length === 0 ? [] : [{ document, changes, fields }]
  })
}

const publishedId = (id: string) => id.replace(/^drafts\./, '')
const isDraft = ({ _id }: SanityDocument) => _id.startsWith('drafts.')

/** Each document once: its draft if there is one. */
function newest(documents: readonly SanityDocument[]): SanityDocument[] {
  const found = new Map<string, SanityDocument>()
  for (const document of documents) {
    const id = publishedId(document._id)
    if (isDraft(document) || !found.has(id)) found.set(id, document)
  }
  return [...found.values()]
}

const DOCUMENTS = '*[_type in $types && !(_id in path("versions.**"))] | order(_type asc, _id asc)'

/** All documents with texts, drafts and published versions. */
export const readDocuments = (client: SanityClient): Promise<SanityDocument[]> =>
  client.fetch<SanityDocument[]>(
    DOCUMENTS,
    { types: DOCUMENT_TYPES.filter((type) => !LEFT_OUT.includes(type)) },
    { perspective: 'raw' },
  )

/** Another person has changed one of the documents since they were read. */
export class ChangedMeanwhile extends Error {}

const REVISIONS = '*[_id in $ids]{_id, _rev}'

/**
 * Writes the changes into drafts, all or none; nothing is published.
 * @throws ChangedMeanwhile, and the client's error when another person has changed or begun a draft at the same moment.
 */
export async function writeDrafts(
  client: SanityClient,
  found: readonly FoundDocument[],
): Promise<void> {
  const ids = found.flatMap(({ document }) => [document._id, `drafts.${publishedId(document._id)}`])
  const now = await client.fetch<{ _id: string; _rev: string }[]>(
    REVISIONS,
    { ids },
    { perspective: 'raw' },
  )
  const revisions = new Map(now.map(({ _id, _rev }) => [_id, _rev]))
  const transaction = client.transaction()
  for (const { document, fields } of found) {
    const { _id, _rev, _createdAt, _updatedAt, ...content } = document
    if (revisions.get(_id) !== _rev) throw new ChangedMeanwhile(_id)
    if (isDraft(document)) transaction.patch(_id, { set: fields, ifRevisionID: _rev })
    // Fails when there is a draft by now.
    else transaction.create({ ...content, ...fields, _id: `drafts.${_id}`, _type: document._type })
  }
  await transaction.commit()
}
