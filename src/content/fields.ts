/** A document, or a part of one, as it came from the lake. Reads fields and names the one that is missing. */
export type Fields = {
  text: (name: string) => string
  texts: (name: string) => string[]
  number: (name: string) => number
  part: (name: string) => Fields
  parts: (name: string) => Fields[]
}

/** The content is not what the schemas promise: it says which field of which document an editor must fill. */
export class ContentError extends Error {
  readonly where: string
  readonly expected: string
  constructor(where: string, expected: string) {
    super(`The content is incomplete: ${where} must be ${expected}. Please fill it in the Studio.`)
    this.name = 'ContentError'
    this.where = where
    this.expected = expected
  }
}

/**
 * Readers for the fields of a value. `where` names the document in errors.
 * @throws ContentError when the value is no object, and from each reader when its field is missing.
 */
export function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ContentError(where, 'a published document')
  const record = value as Record<string, unknown>
  const list = (name: string) => {
    const items = record[name]
    if (!Array.isArray(items) || items.length === 0)
      throw new ContentError(`${where}.${name}`, 'a list with at least one entry')
    return items as unknown[]
  }
  return {
    text: (name) => asText(record[name], `${where}.${name}`),
    texts: (name) => list(name).map((item, index) => asText(item, `${where}.${name}[${index}]`)),
    number: (name) => asNumber(record[name], `${where}.${name}`),
    part: (name) => fieldsOf(record[name], `${where}.${name}`),
    parts: (name) => list(name).map((item, index) => fieldsOf(item, `${where}.${name}[${index}]`)),
  }
}

function asText(value: unknown, where: string): string {
  if (typeof value !== 'string' || value.trim() === '') throw new ContentError(where, 'a text')
  return value
}

function asNumber(value: unknown, where: string): number {
  if (typeof value !== 'number') throw new ContentError(where, 'a number')
  return value
}
