import { describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#app/contract/all.ts'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { type Endpoint, pathNames, placeOf } from '#core/contract/endpoint.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { readBody, readInput } from '#core/server/http/input.ts'
import { validInputs } from '#tests/integration/api/arbitrary.ts'

const KNOWN = {
  ids: [1001, 100_064],
  uuids: ['8c5f6a0e-3a55-4f7e-9f43-0f6f2b1f8a11'],
  emails: ['jo@mail.example'],
  days: ['2026-12-01'],
  orders: ['5O190127TN364715T'],
}
const SEED = 20261126

type Input = Readonly<Record<string, unknown>>
type Leaf = string | number | boolean

const BOOKING: [string, string][] = [
  ['profileId', '100064'],
  ['eventId', '1001'],
  ['eventDate', '2026-12-01'],
  ['appointmentStartTime', '09:00'],
]

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** The fields as a form sends them: a list as a repeated name, what is null or undefined not at all. */
function entriesOf(input: Input): [string, string][] {
  return Object.entries(input).flatMap(([name, value]): [string, string][] => {
    if (value == null) return []
    const isRepeated = Array.isArray(value) && value.length > 1 && typeof value[0] === 'string'
    return isRepeated ? value.map((one) => [name, textOf(one)]) : [[name, textOf(value)]]
  })
}

function formOf(entries: readonly [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

async function read(endpoint: Endpoint, body: Input | FormData | URLSearchParams, path: Input) {
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const request = new Request('https://halyard.example/api', {
    method: endpoint.method,
    ...(isForm
      ? { body }
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const query = new URLSearchParams(
    entriesOf(path).filter(([name]) => placeOf(endpoint, name) === 'query'),
  )
  const addressed = new Request(`${request.url}?${query}`, request)
  const names = pathNames(endpoint.path)
  const values = Object.fromEntries(entriesOf(path).filter(([name]) => names.includes(name)))
  return readInput(endpoint, addressed, await readBody(addressed), values)
}

/** Numbers as text, without what is null: where a field takes both, a form sends the text. */
const leaves = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) =>
      part === null || typeof part === 'object' ? (part ?? undefined) : String(part as Leaf),
    ),
  )

const withBody = ENDPOINTS.filter(({ method }) => method === 'POST' || method === 'PATCH')

describe('form data', () => {
  it.each(withBody.map((endpoint) => [endpoint.name, endpoint] as const))(
    'API-06 %s takes as a form what it takes as JSON',
    async (_, endpoint) => {
      const plain = (input: Input) => {
        const text = JSON.stringify(input)
        return text.isWellFormed() && !/\\[rn]|\\u0000/.test(text)
      }
      for (const input of validInputs(endpoint, KNOWN, SEED, 12).filter(plain)) {
        const inBody = Object.entries(input).filter(([name]) => placeOf(endpoint, name) === 'body')
        const others = Object.fromEntries(
          Object.entries(input).filter(([name]) => placeOf(endpoint, name) !== 'body'),
        )
        const body = Object.fromEntries(inBody)
        const json = await read(endpoint, body, others)
        const entries = entriesOf(body)
        expect(json).toMatchObject({ ok: true })
        for (const form of [formOf(entries), new URLSearchParams(entries)]) {
          expect(leaves(await read(endpoint, form, others))).toEqual(leaves(json))
        }
      }
    },
  )

  it('ABOUT-05 a message with line breaks may be as long as its field lets a person type', async () => {
    const message = `a\n\n${'x'.repeat(CHARACTER_LIMITS.enquiry - 4)}z`
    const sent: [string, string][] = [['message', message.replaceAll('\n', '\r\n')]]
    for (const form of [formOf(sent), new URLSearchParams(sent)]) {
      expect(await read(createEnquiry, form, {})).toMatchObject({ ok: true, value: { message } })
    }
  })

  it.each<[string, [string, string][]]>([
    ['as JSON text', [['product', '{"productId":7,"price":"45.50"}']]],
    [
      'field by field',
      [
        ['product[productId]', '7'],
        ['product[price]', '45.50'],
      ],
    ],
  ])('API-03 the booking payload has its product %s', async (_, product) => {
    const form = formOf([...BOOKING, ...product])
    expect(leaves(await read(createAppointment, form, {}))).toMatchObject({
      ok: 'true',
      value: { eventId: '1001', product: { productId: '7', price: '45.50' } },
    })
  })

  it.each<[string, [string, string][]]>([
    [
      'sent in two ways',
      [
        ['product', '{}'],
        ['product[price]', '1'],
      ],
    ],
    ['with a field that is not known', [['product', '{"__proto__":{}}']]],
    ['with a field of every object', [['product[toString]', '1']]],
    ['that is not whole', [['product', '{']]],
    ['that is a list', [['product', '[1]']]],
  ])('API-06 a product %s is named', async (_, entries) => {
    expect(await read(createAppointment, formOf([...BOOKING, ...entries]), {})).toMatchObject({
      ok: false,
      fields: { product: expect.any(String) },
    })
  })
})
