import { ContentError, fieldsOf } from '#content/fields.ts'

/**
 * What can be read of a query's result: null is gone everywhere, because the readers below look for it, and so is
 * every field that is always null, because no document has it.
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

/** The names of the fields of that kind; where a part may be one of several, those of each. */
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
 * Readers for a document or a part of one. Each knows the names of the fields that its query asks for and the schemas
 * have, and checks at run time that the field is there: an editor may have published less than the schemas demand.
 * What has more fields can be given to whoever reads fewer; for that the readers take what they know from `this`.
 */
export type Content<Shape = unknown> = {
  /** Which document and field this is, for errors. */
  readonly where: string
  /** The fields as they came, for a reader of its own. */
  readonly raw: { readonly [Name in keyof Shape]: Shape[Name] | null | undefined }
  text: <S>(this: Content<S>, name: NameOf<S, string>) => string
  texts: <S>(this: Content<S>, name: NameOf<S, readonly string[]>) => string[]
  number: <S>(this: Content<S>, name: NameOf<S, number>) => number
  part: <S, Name extends PartName<S>>(this: Content<S>, name: Name) => Content<FieldOf<S, Name>>
  parts: <S, Name extends NameOf<S, readonly object[]>>(
    this: Content<S>,
    name: Name,
  ) => Content<ItemOf<FieldOf<S, Name>>>[]
  // The same for what an editor may leave out: absent, null and empty all answer undefined.
  optionalText: <S>(this: Content<S>, name: NameOf<S, string>) => string | undefined
  optionalNumber: <S>(this: Content<S>, name: NameOf<S, number>) => number | undefined
  optionalPart: <S, Name extends PartName<S>>(
    this: Content<S>,
    name: Name,
  ) => Content<FieldOf<S, Name>> | undefined
  /** The entries of a list; none when the list is missing. */
  optionalTexts: <S>(this: Content<S>, name: NameOf<S, readonly string[]>) => string[]
  optionalParts: <S, Name extends NameOf<S, readonly object[]>>(
    this: Content<S>,
    name: Name,
  ) => Content<ItemOf<FieldOf<S, Name>>>[]
  /** The readers for one type of part, where there may be several. @throws ContentError when it is another one. */
  as: <S, Type extends TypeOf<S>>(
    this: Content<S>,
    type: Type,
  ) => Content<Extract<S, { _type: Type }>>
}

/**
 * Readers for the result of a query that asks for one document.
 * @throws ContentError when there is none, and from each required reader when its field is missing.
 */
export function contentOf<Result>(result: Result, where: string): Content<Readable<Result>> {
  return readersOf(result, where)
}

/**
 * Readers for each document of a result that must be a list; errors call a document by its `_id`.
 * @throws ContentError when the result is no list.
 */
export function contentsOf<Result>(
  result: Result,
  where: string,
): Content<ItemOf<Readable<Result>>>[] {
  if (!Array.isArray(result)) throw new ContentError(where, 'a list of documents')
  return result.map((value: unknown, index) =>
    readersOf(value, idOf(value) ?? `${where}[${index}]`),
  )
}

/** `never` has whatever fields somebody asks for: what they are is known to the types above only. */
function readersOf(value: unknown, where: string): Content<never> {
  const fields = fieldsOf(value, where)
  const record = value as Record<string, unknown>
  const isGiven = (name: string) => {
    const field = record[name]
    return Array.isArray(field) ? field.length > 0 : (field ?? '') !== ''
  }
  const part = (name: string) => readersOf(record[name], `${where}.${name}`)
  const parts = (name: string) => {
    fields.parts(name)
    return (record[name] as unknown[]).map((item, index) =>
      readersOf(item, `${where}.${name}[${index}]`),
    )
  }
  return {
    where,
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
      if (record['_type'] !== type) throw new ContentError(`${where}._type`, String(type))
      return readersOf(value, where)
    },
  }
}

function idOf(value: unknown): string | undefined {
  const id = (value as { _id?: unknown } | null)?._id
  return typeof id === 'string' ? id : undefined
}
