import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Endpoint } from '#core/contract/endpoint.ts'

type Json = Record<string, unknown>
type Schema = {
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

/** Ids and e-mail addresses that exist in the database, so that some random requests find a row. */
export type Known = {
  ids: number[]
  uuids: string[]
  emails: string[]
  days: string[]
  /** Of payments. */
  orders: string[]
}

const pad = (n: number, digits: number) => String(n).padStart(digits, '0')
const clock = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([hours, minutes]) => `${pad(hours, 2)}:${pad(minutes, 2)}`)
/** More often than not a start time of the sample events. */
const slotTime = fc.oneof(
  fc.constantFrom('09:00', '09:10', '10:20', '12:10', '12:20', '00:00', '23:50'),
  clock,
)
const anyDay = fc.oneof(
  fc.constantFrom('0000-01-01', '0001-01-01', '1899-12-31', '2024-02-29', '9999-12-31'),
  fc
    .tuple(fc.nat({ max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map(([year, month, day]) => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`),
)

/** Values for a field by its name, where the schema allows too many values that exist nowhere. */
function byName(name: string, known: Known): fc.Arbitrary<unknown> | undefined {
  if (/email$/i.test(name)) {
    return fc.oneof(fc.constantFrom(...known.emails), fc.emailAddress())
  }
  if (/^(profile_?id|event_?id)$/i.test(name)) {
    const id = fc.oneof(fc.constantFrom(...known.ids), fc.integer({ min: 1, max: 2 ** 53 - 1 }))
    return fc.oneof(id, id.map(String))
  }
  if (/^(appointment|hold|session|waiting)_id$/.test(name)) {
    return fc.oneof(fc.constantFrom(...known.uuids), fc.uuid())
  }
  if (name === 'order_id' || name === 'payment_reference') {
    return fc.oneof(
      fc.constantFrom(...known.orders),
      fc.stringMatching(/^[A-Za-z0-9-]{5,63}[A-Z]$/),
    )
  }
  if (/date/i.test(name) && name !== 'date') {
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known.days) }, anyDay)
  }
  if (/StartTime$|_time$/.test(name)) return slotTime
  // Of a password reset: its gaps are removed before its form is checked.
  if (name === 'code') return fc.stringMatching(/^[0-9]{3}[ -]?[0-9]{3}$/)
  return undefined
}

function text({ minLength = 0, maxLength = 60, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'))
  const length = { minLength, maxLength }
  return fc.oneof(fc.string(length), fc.string({ ...length, unit: 'grapheme' }))
}

function ofSchema(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const named = byName(name, known)
  if (named !== undefined) return named
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((part) => ofSchema(part, name, known)))
  }
  const { minimum: min = -(2 ** 31), maximum: max = 2 ** 31 } = schema
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min, max })
    case 'number':
      return fc.double({ min, max, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.uniqueArray(ofSchema(schema.items ?? {}, name, known), {
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'object':
      return ofObject(schema, known)
    default:
      return fc.jsonValue()
  }
}

function ofObject({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<Json> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, ofSchema(schema, name, known)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required })
}

const schemaOf = (endpoint: Endpoint) =>
  z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema

/** `count` inputs that the schema of the endpoint accepts. */
export function validInputs(endpoint: Endpoint, known: Known, seed: number, count: number): Json[] {
  const arbitrary = ofObject(schemaOf(endpoint), known).filter(
    (input) => endpoint.input.safeParse(input).success,
  )
  return fc.sample(arbitrary, { seed, numRuns: count })
}

const invalidValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '-1',
    'null',
    '\u0000',
    '\ud800',
    '../..',
    "'; --",
    '%00',
    '2026-02-30',
    '25:61',
    9e99,
    -1,
    0.5,
    true,
    [],
    {},
    'x'.repeat(6000),
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Whether every value fits into a URL: a lone surrogate does not, nor an object whose own `toString` is not a function. */
function canBeInUrl(input: Json): boolean {
  try {
    return Object.values(input).every((value) => String(value).isWellFormed())
  } catch {
    return false
  }
}

/** `count` inputs that the schema of the endpoint refuses; without any fields in the schema, inputs with unknown fields. */
export function invalidInputs(
  endpoint: Endpoint,
  known: Known,
  seed: number,
  count: number,
): Json[] {
  const valid = ofObject(schemaOf(endpoint), known)
  const names = Object.keys(schemaOf(endpoint).properties ?? {})
  if (names.length === 0) {
    const extra = fc.dictionary(fc.string({ minLength: 1, maxLength: 10 }), invalidValue, {
      maxKeys: 4,
    })
    return fc.sample(extra.filter(canBeInUrl), { seed, numRuns: count })
  }
  const invalid = fc
    .tuple(valid, fc.constantFrom(...names), invalidValue, fc.boolean())
    .map(([input, name, value, drop]) => {
      const { [name]: _dropped, ...rest } = input
      return drop ? rest : { ...rest, [name]: value }
    })
    .filter((input) => canBeInUrl(input) && !endpoint.input.safeParse(input).success)
  return fc.sample(invalid, { seed, numRuns: count })
}
