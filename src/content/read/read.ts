import { channel } from 'node:diagnostics_channel'
import { asFormer } from '#content/read/assets.ts'
import { ContentError } from '#content/read/content-error.ts'
import { type Content, contentOf, type Readable } from '#content/read/document.ts'
import { currentDrafts, noteUnfinished, unfinishedOf } from '#content/read/drafts.ts'
import { withWarnings } from '#content/read/link-warnings.ts'
import {
  CONTENT_FAULT_CHANNEL,
  type ContentFault,
  type PublishedFault,
  type ShownInstead,
} from '#content/rules/content-fault.ts'
import {
  CONTENT_READ_CHANNEL,
  CONTENT_WANTED_CHANNEL,
  type ContentRead,
  type ContentWanted,
  HELD_CHANNEL,
  type HeldWanted,
  pathOfRead,
} from '#content/rules/content-read.ts'
import { type DocumentType, documentPath } from '#content/rules/document-types.ts'

const reads = channel(CONTENT_READ_CHANNEL)
const wanted = channel(CONTENT_WANTED_CHANNEL)
const refusals = channel(CONTENT_FAULT_CHANNEL)
const held = channel(HELD_CHANNEL)

/** A document that the program needs. */
type Place = {
  readonly type: DocumentType
  /** The id of a fixed document, or the address at which the program needs it. */
  readonly key: string
  /** What a fault names when no document is published there; by default the key. */
  readonly name?: string
}

type Reader<Document, Value> = (document: Content<Document>) => Value

/** What this build shows instead of documents at fault. */
const shownInstead = new Set<unknown>()

/** The former versions that this build shows so far, as their queries returned them. */
export const formerVersions = (): unknown[] => [...shownInstead]

/** Only a build records what it reads: previews and the development server show each fault instead. */
const isRecorded = () => reads.hasSubscribers && currentDrafts() === undefined

const publish = (read: ContentRead) => reads.publish(read)

/** @throws ContentError when builds with this version of the document fail (CMS-06). */
function refuseHeld(id: string): void {
  const asked: HeldWanted = { id, isHeld: false }
  held.publish(asked)
  if (asked.isHeld) throw new ContentError({ document: id, field: undefined }, 'not-buildable')
}

/** The last good version, from the program that records the build. */
function lastGood(type: DocumentType, key: string): unknown {
  const asked: ContentWanted = { type, key, good: undefined }
  wanted.publish(asked)
  return asked.good
}

/**
 * Reads the one document at a place (CMS-06): in a build its last good version when the published one is at fault or
 * missing.
 * @throws ContentError when there is neither.
 */
export function readFixed<Result, Value>(
  { type, key, name = key }: Place,
  result: Result,
  read: Reader<Readable<Result>, Value>,
): Value {
  const readAny = (raw: Result) => read(contentOf(raw, idOf(raw) ?? name))
  if (!isRecorded()) return readAny(result)
  try {
    // Queries for documents with fixed ids do not ask for them.
    refuseHeld(idOf(result) ?? key)
    const { value, warnings } = withWarnings(() => readAny(result))
    const page = placePath(type, key, name)
    publish({ type, key, good: result, faults: asWarnings(warnings, type, page) })
    return value
  } catch (error) {
    const former = formerOf(type, key, (raw) => readAny(raw as Result), error)
    if (former.shown === 'nothing') {
      // Astro's build command reports errors as text only.
      refusals.publish(former.error.fault)
      throw former.error
    }
    const { document, field, problem } = former.error.fault
    const id = document === name ? (idOf(former.good) ?? document) : document
    const page = placePath(type, key, name)
    const fault = { document: id, field, problem, type, page, shown: former.shown }
    publish({ type, key, good: former.good, faults: [fault] })
    return former.value
  }
}

/**
 * Reads each document of a list (CMS-06). One that is at fault holds no other back: a build shows its last good version,
 * or leaves it out; a preview leaves it out and names it. `slugOf` says the value that only one document may have.
 */
export function readEach<Document, Value>(
  type: DocumentType,
  documents: readonly Content<Document>[],
  read: Reader<Document, Value>,
  slugOf?: (value: Value) => string,
): Value[] {
  const slugs = new Set<string>()
  const readOne: Reader<Document, Value> = (document) => {
    const value = read(document)
    const slug = slugOf?.(value)
    if (slug !== undefined && slugs.has(slug))
      throw (document as Content<{ slug: string }>).error('slug', 'address-taken')
    if (slug !== undefined) slugs.add(slug)
    return value
  }
  const drafts = currentDrafts()
  if (drafts === undefined && !isRecorded()) return documents.map(readOne)
  return documents.flatMap((document) => {
    try {
      return drafts ? [readOne(document)] : readRecorded(type, document, readOne)
    } catch (error) {
      if (!drafts || !(error instanceof ContentError)) throw error
      noteUnfinished(drafts, unfinishedOf(error, document))
      return []
    }
  })
}

function readRecorded<Document, Value>(
  type: DocumentType,
  document: Content<Document>,
  read: Reader<Document, Value>,
): Value[] {
  const key = idOf(document.raw) ?? ''
  try {
    refuseHeld(key)
    const { value, warnings } = withWarnings(() => read(document))
    const faults = asWarnings(warnings, type, pathOfRead(type, document.raw))
    publish({ type, key, good: document.raw, faults })
    return [value]
  } catch (error) {
    const readRaw = (raw: unknown) => read(contentOf(raw, key) as unknown as Content<Document>)
    const former = formerOf(type, key, readRaw, error)
    const { good, shown } = former
    const page = pathOfRead(type, good ?? document.raw)
    publish({ type, key, good, faults: [{ ...former.error.fault, type, page, shown }] })
    return former.shown === 'former' ? [former.value] : []
  }
}

/** The page of a document that the program needs: the address that it is needed at, or that of its type. */
const placePath = (type: DocumentType, key: string, name: string) =>
  key.startsWith('/') ? name : documentPath(type, null)

const asWarnings = (
  found: readonly ContentFault[],
  type: DocumentType,
  page: string | undefined,
): PublishedFault[] => found.map((fault) => ({ ...fault, type, page, shown: 'published' }))

type Former<Value> = { readonly error: ContentError; readonly good: unknown } & (
  | { readonly shown: ShownInstead & 'former'; readonly value: Value }
  | { readonly shown: ShownInstead & 'nothing' }
)

/** The last good version, read by the present reader: a later version of the program may need more than it has. */
function formerOf<Value>(
  type: DocumentType,
  key: string,
  read: (raw: unknown) => Value,
  error: unknown,
): Former<Value> {
  if (!(error instanceof ContentError)) throw error
  const good = lastGood(type, key)
  if (good === undefined) return { error, good, shown: 'nothing' }
  try {
    const value = asFormer(() => read(good))
    shownInstead.add(good)
    return { error, good, shown: 'former', value }
  } catch (again) {
    if (!(again instanceof ContentError)) throw again
    return { error, good, shown: 'nothing' }
  }
}

function idOf(value: unknown): string | undefined {
  const id = (value as { _id?: unknown } | null | undefined)?._id
  return typeof id === 'string' ? id : undefined
}
