import { ContentError, type ContentPlace, fieldBelow } from '#content/read/content-error.ts'
import { fieldsOf } from '#content/read/fields.ts'
import type { ContentProblem } from '#content/rules/content-fault.ts'
import { isListSize, type ListName } from '#core/rules/content-limits.ts'

/**
 * A query's result without null, because the readers below check for it, and without fields that are always null,
 * because no document has them.
 */
export type Readable<Result> = Result extends null | undefined
  ? never
  : Result extends readonly (infer Item)[]
    ? Readable<Item>[]
    : Result extends object
      ? {
          [Name in keyof Result as NonNullable<Result[Name]> extends never
            ? never
            : Name]-?: Readable<Result[Name]>
        }
      : Result

/** The names of the fields of a kind; for a union of shapes, those of each. */
type NameOf<Shape, Kind> = Shape extends unknown
  ? { [Name in keyof Shape]: Shape[Name] extends Kind ? Name : never }[keyof Shape] & string
  : never
type PartName<Shape> = Exclude<NameOf<Shape, object>, NameOf<Shape, readonly unknown[]>>
type FieldOf<Shape, Name> = Shape extends unknown
  ? Name extends keyof Shape
    ? Shape[Name]
    : never
  : never
type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never
type TypeOf<Shape> = Shape extends { _type: infer Type } ? Type : never

/**
 * Readers for a document or a part of one. The types allow only fields that the query requests and the schemas have.
 * Each reader also checks the field at run time: documents can be published without the Studio's validation.
 * The readers take `Shape` from `this`, so that a value with more fields fits a parameter with fewer.
 */
export type Content<Shape = unknown> = {
  /** The fields as the lake sent them. */
  readonly raw: { readonly [Name in keyof Shape]: Shape[Name] | null | undefined }
  text: <S>(this: Content<S>, name: NameOf<S, string>) => string
  texts: <S>(this: Content<S>, name: NameOf<S, readonly string[]>) => string[]
  number: <S>(this: Content<S>, name: NameOf<S, number>) => number
  part: <S, Name extends PartName<S>>(this: Content<S>, name: Name) => Content<FieldOf<S, Name>>
  parts: <S, Name extends NameOf<S, readonly object[]>>(
    this: Content<S>,
    name: Name,
  ) => Content<ItemOf<FieldOf<S, Name>>>[]
  // The same for optional fields: absent, null and empty values become undefined.
  optionalText: <S>(this: Content<S>, name: NameOf<S, string>) => string | undefined
  optionalNumber: <S>(this: Content<S>, name: NameOf<S, number>) => number | undefined
  optionalPart: <S, Name extends PartName<S>>(
    this: Content<S>,
    name: Name,
  ) => Content<FieldOf<S, Name>> | undefined
  /** The entries of a list; empty when the list is missing. */
  optionalTexts: <S>(this: Content<S>, name: NameOf<S, readonly string[]>) => string[]
  optionalParts: <S, Name extends NameOf<S, readonly object[]>>(
    this: Content<S>,
    name: Name,
  ) => Content<ItemOf<FieldOf<S, Name>>>[]
  /** Narrows a part that may have several types to one. @throws ContentError when it has another one. */
  as: <S, Type extends TypeOf<S>>(
    this: Content<S>,
    type: Type,
  ) => Content<Extract<S, { _type: Type }>>
  /** The error to throw when a field is present but cannot be shown. */
  error: <S>(this: Content<S>, name: keyof S & string, problem: ContentProblem) => ContentError
}

/**
 * Readers for the result of a query for one document with the id `document`.
 * @throws ContentError when it is not published, and from each required reader when its field is missing.
 */
export function contentOf<Result>(result: Result, document: string): Content<Readable<Result>> {
  return readersOf(result, { document, field: undefined })
}

/**
 * Readers for each document of a list; faults name a document by its `_id`. `list` is where the list comes from: its
 * place is named when a reference in it leads to no published document.
 * @throws ContentError when an entry is not a document.
 */
export function contentsOf<Result extends readonly unknown[]>(
  result: Result,
  list: ContentPlace | string,
): Content<ItemOf<Readable<Result>>>[] {
  const { document, field } = typeof list === 'string' ? { document: list, field: undefined } : list
  return result.map((value, index) => {
    const id = idOf(value)
    if (id !== undefined) return readersOf(value, { document: id, field: undefined })
    throw new ContentError({ document, field: `${field ?? ''}[${index}]` }, 'not-published')
  })
}

/** The entries of a list. @throws ContentError when it has more or fewer than it may have. */
export function sizedParts<S, Name extends NameOf<S, readonly object[]> & ListName>(
  content: Content<S>,
  name: Name,
): Content<ItemOf<FieldOf<S, Name>>>[] {
  const entries = isListSize(name, 0) ? content.optionalParts(name) : content.parts(name)
  if (!isListSize(name, entries.length)) throw content.error(name as never, 'bad-count')
  return entries
}

/** `Content<never>` fits every shape: the types above decide which fields may be read. */
function readersOf(value: unknown, place: ContentPlace): Content<never> {
  const fields = fieldsOf(value, place)
  const record = value as Record<string, unknown>
  const isGiven = (name: string) => {
    const field = record[name]
    return Array.isArray(field) ? field.length > 0 : (field ?? '') !== ''
  }
  const part = (name: string) => readersOf(record[name], fieldBelow(place, name))
  const parts = (name: string) => {
    fields.parts(name)
    return (record[name] as unknown[]).map((item, index) =>
      readersOf(item, fieldBelow(place, name, index)),
    )
  }
  return {
    raw: record as never,
    text: fields.text,
    texts: fields.texts,
    number: fields.number,
    part,
    parts,
    optionalText: (name) => (isGiven(name) ? fields.text(name) : undefined),
    optionalNumber: (name) => (isGiven(name) ? fields.number(name) : undefined),
    optionalPart: (name) => (isGiven(name) ? part(name) : undefined),
    optionalTexts: (name) => (isGiven(name) ? fields.texts(name) : []),
    optionalParts: (name) => (isGiven(name) ? parts(name) : []),
    as: (type) => {
      if (record['_type'] !== type)
        throw new ContentError(fieldBelow(place, '_type'), 'unknown-part')
      return readersOf(value, place)
    },
    error: (name, problem) => new ContentError(fieldBelow(place, name), problem),
  }
}

function idOf(value: unknown): string | undefined {
  const id = (value as { _id?: unknown } | null)?._id
  return typeof id === 'string' ? id : undefined
}
