import { ContentError } from '#content/read/content-error.ts'
import { type Content, contentOf, type Readable } from '#content/read/document.ts'
import { currentDrafts, noteUnfinished, unfinishedOf } from '#content/read/drafts.ts'
import { type BuildReading, currentReading, readVersion } from '#content/read/reading.ts'
import type { PublishedFault } from '#content/rules/content-fault.ts'
import { pathOfRead } from '#content/rules/content-read.ts'
import { type DocumentType, documentPath } from '#content/rules/document-types.ts'
import { approvalProblem } from '#content/rules/health-text.ts'

/** A document that the program needs. */
type Place = {
  readonly type: DocumentType
  /** The id of a fixed document, or the address at which the program needs it. */
  readonly key: string
  /** What a fault names when no document is published there; by default the key. */
  readonly name?: string
}

/** Where a build keeps a document, its id, and its page. */
type Known = {
  readonly type: DocumentType
  readonly key: string
  readonly id: string
  readonly pageOf: (raw: unknown) => string | undefined
}

type Reader<Document, Value> = (document: Content<Document>) => Value

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
  const readAny = (raw: unknown) => read(contentOf(raw as Result, idOf(raw) ?? name))
  const build = currentReading()?.build
  if (build === undefined) return readAny(result)
  // The page of a document that the program needs is the address that it is needed at, or that of its type.
  const page = key.startsWith('/') ? name : documentPath(type, null)
  const id = idOf(result) ?? name
  const found = readRecorded(build, { type, key, id, pageOf: () => page }, result, readAny)
  if ('error' in found) throw found.error
  return found.value
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
  const build = currentReading()?.build
  return documents.flatMap((document) => {
    if (build === undefined) return orUnfinished(document, readOne)
    const id = idOf(document.raw) ?? ''
    const known: Known = { type, key: id, id, pageOf: (raw) => pathOfRead(type, raw) }
    const readRaw = (raw: unknown) => readOne(contentOf(raw, id) as unknown as Content<Document>)
    const found = readRecorded(build, known, document.raw, readRaw)
    return 'error' in found ? [] : [found.value]
  })
}

/** In a preview, an unfinished entry of one editor must not hide the others. */
function orUnfinished<Document, Value>(
  document: Content<Document>,
  read: Reader<Document, Value>,
): Value[] {
  const drafts = currentDrafts()
  try {
    return [read(document)]
  } catch (error) {
    if (drafts === undefined || !(error instanceof ContentError)) throw error
    noteUnfinished(drafts, unfinishedOf(error, document))
    return []
  }
}

/** Reads the published version of a document, otherwise its last good one, and records which and why. */
function readRecorded<Value>(
  { kept, held, approvals, reads }: BuildReading,
  { type, key, id, pageOf }: Known,
  published: unknown,
  read: (raw: unknown) => Value,
): { readonly value: Value } | { readonly error: ContentError } {
  const record = (good: unknown, faults: readonly PublishedFault[]) =>
    void reads.set(`${type} ${key}`, { type, key, good, faults })
  const version = tryVersion(false, () => {
    const isApprovalAsked = approvals !== undefined && idOf(published) !== undefined
    const problem = held.has(id)
      ? 'not-buildable'
      : isApprovalAsked &&
        approvalProblem(approvals, { ...(published as object), _id: id, _type: type })
    if (problem) throw new ContentError({ document: id, field: undefined }, problem)
    return read(published)
  })
  if (!('error' in version)) {
    const page = pageOf(published)
    const asWarning = { type, page, shown: 'published' } as const
    record(
      published,
      version.warnings.map((fault) => ({ ...fault, ...asWarning })),
    )
    return version
  }
  // Read by the present readers: a later version of the program may need more than it has.
  const good = kept[type]?.[key]
  const former = good === undefined ? version : tryVersion(true, () => read(good))
  const { document, field, problem } = version.error.fault
  // One that is not published is named by the id that it had.
  const named = idOf(published) === undefined ? (idOf(good) ?? document) : document
  const shown = 'error' in former ? 'nothing' : 'former'
  const page = pageOf(good ?? published)
  record(good, [{ document: named, field, problem, type, page, shown }])
  return 'error' in former ? version : former
}

function tryVersion<Value>(isFormer: boolean, read: () => Value) {
  try {
    return readVersion(isFormer, read)
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { error }
  }
}

function idOf(value: unknown): string | undefined {
  const id = (value as { _id?: unknown } | null | undefined)?._id
  return typeof id === 'string' ? id : undefined
}
