import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ENDPOINTS } from '#app/contract/all.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { MOST_FIELDS } from '#core/server/config/limits.ts'
import { parseFields, readBody, readInput } from '#core/server/http/input.ts'
import type { Outcome } from '#core/server/outcome.ts'
import { FIELD_MESSAGES, FIELD_NOT_ACCEPTED } from '#core/texts/fields.ts'

// As in the server, where other packages load zod with its English messages.
z.config(z.locales.en())

/** Fields of an endpoint's input, with the schema's own description. */
const fieldsOf = ({ input }: Endpoint): string[] => {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  expect(schema.additionalProperties, 'a strict object').toBe(false)
  return Object.keys(schema.properties ?? {})
}

const messagesOf = (outcome: Outcome<unknown>): Readonly<Record<string, string>> =>
  outcome.ok ? {} : (outcome.fields ?? {})

const WRONG: readonly unknown[] = [
  null,
  undefined,
  7.5,
  {},
  [],
  [{}],
  true,
  '',
  '\u0000',
  'x'.repeat(9_999),
]
const LIBRARY_WORDS = /invalid (input|option|string|uuid|email)|expected|received|too (big|small)/i

describe('messages of wrong fields', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    'API-06 %s: every field has a message of our own, for every wrong value',
    (_, endpoint) => {
      for (const name of fieldsOf(endpoint)) {
        expect(FIELD_MESSAGES, `${endpoint.name}.${name}`).toHaveProperty([name])
        for (const value of WRONG) {
          const message = messagesOf(parseFields(endpoint.input, { [name]: value }))[name] ?? ''
          expect(message, `${name}: ${JSON.stringify(value)}`).not.toMatch(LIBRARY_WORDS)
        }
      }
    },
  )

  it.each([
    ['listEvents', { for: 'x' }, 'Use community, freemasons or corporate, separated by commas.'],
    ['listEvents', { date: 'x' }, 'Use today, next-week, next-month or future-events.'],
    ['createHold', { appt_time: '9' }, 'Enter a time as HH:mm.'],
    ['createAppointment', { appointmentStartTime: '9' }, 'Enter a time as HH:mm.'],
    ['createHold', { idempotency_key: 'x' }, 'Use 8 to 64 letters or digits.'],
    ['verifyEmail', { token: 'x' }, 'This link is not complete.'],
    [
      'askPasswordReset',
      { email: 'x' },
      'Enter an email address in the correct format, like name@example.com.',
    ],
    ['createConsent', { familyHistoryProstateCancer: 'x' }, 'This field is required.'],
    ['createConsent', { numberOfPsaTest: 'x' }, 'This field is required.'],
    ['captureOrder', { order_id: '1' }, 'This is not an order.'],
    ['recordTransaction', { data: { payment_reference: '1' } }, 'This is not an order.'],
    [
      'createOrder',
      { cart: [{ description: 5 }] },
      'Send one entry with description, amount and NO_SHIPPING.',
    ],
  ])('API-06 %s %j', (name, input, message) => {
    const fields = messagesOf(parseFields(endpointOf(name).input, input))
    expect(fields[Object.keys(input)[0] ?? '']).toBe(message)
  })

  it('API-06 without the table the library’s words would be answered', () => {
    const texts = ENDPOINTS.flatMap(({ input }) => {
      const parsed = input.safeParse({})
      return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
    })
    expect(texts.some((text) => LIBRARY_WORDS.test(text))).toBe(true)
  })
})

const endpointOf = (name: string): Endpoint => {
  const found = ENDPOINTS.find((endpoint) => endpoint.name === name)
  if (found === undefined) throw new Error(`There is no endpoint ${name}.`)
  return found
}

const read = async (name: string, path: string, body?: object | string) => {
  const endpoint = endpointOf(name)
  const request = new Request(`http://site.test${path}`, {
    method: endpoint.method,
    ...(body === undefined
      ? {}
      : {
          headers: { 'content-type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
  })
  return messagesOf(await readInput(endpoint, request, await readBody(request), {}))
}

describe('fields that a request may not have', () => {
  it.each(['is_verified', 'profileId', 'constructor', '__proto__'])(
    'API-06 PATCH /auth/profile names the unknown field %s',
    async (name) => {
      const body = `{"occupation": "Sailor", ${JSON.stringify(name)}: 1}`
      const fields = await read('updateProfile', '/auth/profile?email=a@x.test', body)
      expect(Object.entries(fields)).toEqual([[name, FIELD_NOT_ACCEPTED]])
    },
  )

  it('API-06 a known field at the wrong place is named, never silently ignored', async () => {
    const body = { email: 'other@x.test' }
    expect(await read('updateProfile', '/auth/profile?email=a@x.test', body)).toEqual({
      email: FIELD_NOT_ACCEPTED,
    })
    const path = '/auth/sign-in?password=in-the-address'
    expect(await read('signIn', path, { email: 'a@x.test', password: 'p' })).toEqual({
      password: FIELD_NOT_ACCEPTED,
    })
  })

  it('API-06 an unknown name in the query is named', async () => {
    expect(await read('listEvents', '/events?for=community&sort=1')).toEqual({
      sort: FIELD_NOT_ACCEPTED,
    })
  })

  it('API-07 a new profile cannot be verified or inactive', async () => {
    const fields = await read('createProfile', '/auth/profile', {
      is_verified: true,
      is_active: false,
    })
    expect(fields).toMatchObject({
      is_verified: 'This cannot be set here.',
      is_active: 'This cannot be set here.',
    })
  })

  it('API-06 a refusal repeats few names, and no long one', async () => {
    const many = Object.fromEntries(Array.from({ length: MOST_FIELDS }, (_, n) => [`field${n}`, 1]))
    expect(Object.keys(await read('signOut', '/auth/sign-out', many))).toHaveLength(20)
    const long = await read('signOut', '/auth/sign-out', { ['x'.repeat(9_999)]: 1 })
    expect(long).toEqual({ body: FIELD_NOT_ACCEPTED })
  })
})
