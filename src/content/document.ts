import { ContentError, type Fields, fieldsOf } from '#content/fields.ts'

/** `Fields`, with readers for what an editor may leave out: absent, null and empty all answer undefined. */
export type Content = Omit<Fields, 'part' | 'parts'> & {
  /** Which document and field this is, for errors. */
  where: string
  part: (name: string) => Content
  parts: (name: string) => Content[]
  /** The field as it came, for a reader of its own. */
  raw: (name: string) => unknown
  optionalText: (name: string) => string | undefined
  optionalNumber: (name: string) => number | undefined
  optionalPart: (name: string) => Content | undefined
  /** The entries of a list; none when the list is missing. */
  optionalParts: (name: string) => Content[]
  optionalTexts: (name: string) => string[]
}

/**
 * Readers for a document or a part of one.
 * @throws ContentError when the value is no object, and from each required reader when its field is missing.
 */
export function contentOf(value: unknown, where: string): Content {
  const fields = fieldsOf(value, where)
  const record = value as Record<string, unknown>
  const isGiven = (name: string) => {
    const field = record[name]
    return Array.isArray(field) ? field.length > 0 : (field ?? '') !== ''
  }
  const parts = (name: string) => {
    fields.parts(name)
    return (record[name] as unknown[]).map((item, index) =>
      contentOf(item, `${where}.${name}[${index}]`),
    )
  }
  const part = (name: string) => contentOf(record[name], `${where}.${name}`)
  return {
    where,
    text: fields.text,
    texts: fields.texts,
    number: fields.number,
    part,
    parts,
    raw: (name) => record[name],
    optionalText: (name) => (isGiven(name) ? fields.text(name) : undefined),
    optionalNumber: (name) => (isGiven(name) ? fields.number(name) : undefined),
    optionalPart: (name) => (isGiven(name) ? part(name) : undefined),
    optionalParts: (name) => (isGiven(name) ? parts(name) : []),
    optionalTexts: (name) => (isGiven(name) ? fields.texts(name) : []),
  }
}

/**
 * Each document of an answer that must be a list; `nameOf` gives what a document is called in errors.
 * @throws ContentError when the answer is no list.
 */
export function contentsOf(answer: unknown, where: string): Content[] {
  if (!Array.isArray(answer)) throw new ContentError(where, 'a list of documents')
  return answer.map((value: unknown, index) =>
    contentOf(value, nameOf(value) ?? `${where}[${index}]`),
  )
}

function nameOf(value: unknown): string | undefined {
  const id = (value as { _id?: unknown } | null)?._id
  return typeof id === 'string' ? id : undefined
}
