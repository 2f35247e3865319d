import { ContentError, type ContentPlace, fieldBelow } from '#content/read/content-error.ts'
import { currentValue } from '#content/read/reading.ts'
import { withSettings } from '#core/rules/setting-values.ts'

/** A document, or a part of one, as it came from the content lake. Each reader throws when its field is missing. */
export type Fields = {
  text: (name: string) => string
  texts: (name: string) => string[]
  number: (name: string) => number
  part: (name: string) => Fields
  parts: (name: string) => Fields[]
}

/**
 * Readers for the fields of the value found at `place`.
 * @throws ContentError when the value is not an object, and from each reader when its field is missing.
 */
export function fieldsOf(value: unknown, place: ContentPlace): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ContentError(place, place.field === undefined ? 'not-published' : 'missing')
  const record = value as Record<string, unknown>
  const at = (name: string, index?: number) => fieldBelow(place, name, index)
  const list = (name: string) => {
    const items = record[name]
    if (!Array.isArray(items) || items.length === 0) throw new ContentError(at(name), 'empty-list')
    return items as unknown[]
  }
  return {
    text: (name) => asText(record[name], at(name)),
    texts: (name) => list(name).map((item, index) => asText(item, at(name, index))),
    number: (name) => asNumber(record[name], at(name)),
    part: (name) => fieldsOf(record[name], at(name)),
    parts: (name) => list(name).map((item, index) => fieldsOf(item, at(name, index))),
  }
}

function asText(value: unknown, place: ContentPlace): string {
  if (typeof value !== 'string' || value.trim() === '') throw new ContentError(place, 'missing')
  return withSettings(value, (name) => {
    const known = currentValue(name)
    if (known === undefined) throw new ContentError(place, 'empty-setting')
    return known
  })
}

function asNumber(value: unknown, place: ContentPlace): number {
  if (typeof value !== 'number') throw new ContentError(place, 'missing')
  return value
}
