import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ENDPOINTS } from '#app/contract/all.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { MOST_FIELDS } from '#core/server/config/limits.ts'
import type { SignedRoute } from '#core/server/http/binding.ts'
import { bind } from '#core/server/http/binding.ts'
import { readInput } from '#core/server/http/input.ts'
import { done, refused, wrongFields } from '#core/server/outcome.ts'
import { BODIES, HEADS, listOf, requestBytes } from '#tests/attack/costly-requests.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { processorMs } from '#tests/fixtures/processor-time.ts'
import { testSite } from './test-site.ts'

const SITE_URL = 'https://www.halyard.example'
const SESSION = `Cookie: __Host-halyard_session=${'s'.repeat(43)}`
/** What a request of 64 KiB may cost, and how many times as much as an honest one: the second holds on a busy machine too. */
const MOST_MS = 30
const MOST_TIMES = 40
const RUNS = IS_LONG ? 5 : 3

/** The form reader of before: it searched the whole form for each of its names. */
const SLOW_FORM: SignedRoute = {
  name: 'slowForm',
  path: '/slow-form',
  async handle(request) {
    const form = await request.formData().catch(() => new FormData())
    return done(Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])))
  },
}

const later = new Date(Date.now() + 3_600_000)
const site = perFile(() =>
  testSite({
    api: {
      siteUrl: SITE_URL,
      bindings: ENDPOINTS.map((endpoint) => bind(endpoint, async () => refused('not-found'))),
      signed: [SLOW_FORM],
      findSession: async () => ({
        sessionId: 'b7b5e2d2-6a53-4a39-8a4b-1f3a6c1f0001',
        userId: 'b7b5e2d2-6a53-4a39-8a4b-1f3a6c1f0002',
        email: 'sample.patient@example.test',
        profileId: 100001,
        endsAt: later,
        absoluteEndAt: later,
        mayReset: false,
      }),
    },
  }),
)

/** The processor time of one request in milliseconds. */
const costOf = (bytes: string, runs = RUNS) =>
  processorMs(async () => expect(await site.raw(bytes)).toMatch(/^HTTP\/1\.1 [234]\d\d /), runs)

/** The shapes that cost more than they may, each compared with the first. */
async function costlyShapes(shapes: ReadonlyMap<string, string>): Promise<string[]> {
  const [honest = ''] = shapes.values()
  await costOf(honest)
  const most = IS_LONG ? MOST_MS : Math.max(MOST_MS, MOST_TIMES * (await costOf(honest)))
  const costly: string[] = []
  for (const [shape, bytes] of shapes) {
    const cost = await costOf(bytes)
    if (cost > most) costly.push(`${shape}: ${Math.round(cost)} ms`)
  }
  return costly
}

function bodiesFor({ method, path, input }: Pick<Endpoint, 'method' | 'path' | 'input'>) {
  const to = { method, path: `/api${path.replace(/:\w+/g, '1')}`, siteUrl: SITE_URL }
  const names = Object.keys((input as { shape?: object }).shape ?? {})
  const lists = names.map((name) => [`a list as ${name}`, listOf(name)] as const)
  return new Map(
    [...Object.entries(BODIES), ...lists].map(([shape, [type, body]]) => [
      shape,
      requestBytes(to, { type, body, line: SESSION }),
    ]),
  )
}

const headsFor = (method: string, path: string) =>
  new Map(
    Object.entries(HEADS).map(([shape, [target, line]]) => [
      shape,
      requestBytes({ method, path, siteUrl: SITE_URL }, { target, line }),
    ]),
  )

/** One of each kind: a form of the site, a patient's, one with lists, one with a query beside the body, one with texts. */
const KINDS = [
  'createSubscription',
  'createAppointment',
  'createConsent',
  'updateProfile',
  'logError',
]
const withBody = ENDPOINTS.filter(({ method }) => method === 'POST' || method === 'PATCH')
const attacked = withBody.filter(({ name }) => IS_LONG || KINDS.includes(name))

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'
const inForm = (fields: readonly string[]) => fields.map((name) => `${name}=1`).join('&')
const inParts = (fields: readonly string[]) =>
  `${fields.map((name) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`).join('')}--b--`
const inJson = (fields: readonly string[]) =>
  JSON.stringify(Object.fromEntries(fields.map((name) => [name, '1'])))

describe('the fields of a request', () => {
  const endpoint: Endpoint = {
    name: 'anyFields',
    method: 'POST',
    path: '/any',
    summary: '',
    access: 'public',
    input: z.looseObject({}),
    query: ['q'],
    output: z.object({}),
    reasons: {},
  }
  const read = (type: string, body: string, query = '') => {
    const headers = { 'content-type': type }
    const request = new Request(`${SITE_URL}/any${query}`, { method: 'POST', body, headers })
    return readInput(endpoint, request, new TextEncoder().encode(body), {})
  }
  const names = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`)
  const tooMany = wrongFields({ body: `Send at most ${MOST_FIELDS} fields.` })

  it.each([
    ['a form', FORM, inForm],
    ['multipart', MULTIPART, inParts],
    ['JSON', 'application/json', inJson],
  ])('API-06 are at most 100, in %s', async (_, type, written) => {
    const taken = await read(type, written(names(MOST_FIELDS)))
    expect(taken.ok && Object.keys(taken.value as object)).toHaveLength(MOST_FIELDS)
    expect(await read(type, written(names(MOST_FIELDS + 1)))).toEqual(tooMany)
    expect(await read(type, written(names(MOST_FIELDS)), '?q=1')).toEqual(tooMany)
  })

  it('API-06 a repeated name becomes a list, in the order sent; a file is ignored', async () => {
    const repeatedNames = ['a', 'b', 'a', 'a']
    const value = { a: ['1', '1', '1'], b: '1' }
    for (const body of [
      await read(FORM, inForm(repeatedNames)),
      await read(MULTIPART, inParts(repeatedNames)),
    ]) {
      expect(body.ok && Object.entries(body.value as object)).toEqual(Object.entries(value))
    }
    const file = '--b\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n1\r\n--b--'
    expect(await read(MULTIPART, file)).toEqual(done({}))
  })
})

describe('no request costs much more than an honest one of its size', () => {
  it.each(attacked)('OPS-04 whatever 64 KiB are sent to $name', async (endpoint) => {
    expect(await costlyShapes(bodiesFor(endpoint))).toEqual([])
  })

  it.each([
    ['POST', '/api/subscriptions'],
    ['GET', '/api/events'],
    ['GET', '/news'],
    ['GET', '/long'],
    ['GET', '/_astro/page.css'],
    ['GET', '/nothing'],
    ['GET', '/map/base/1/1/1.png'],
    ['GET', '/preview/beside'],
    ['GET', ''],
  ])('OPS-04 whatever 16 KiB of header and address are sent: %s %s', async (method, path) => {
    expect(await costlyShapes(headsFor(method, path))).toEqual([])
  })

  it('the control: a reader that searches a form for each name does not pass', async () => {
    const { path } = SLOW_FORM
    const shapes = bodiesFor({ ...(withBody[0] as Endpoint), path })
    const [honest = ''] = shapes.values()
    // Once: it takes seconds.
    const cost = await costOf(shapes.get('field names of a form') ?? '', 1)
    expect(cost).toBeGreaterThan(Math.max(MOST_MS, MOST_TIMES * (await costOf(honest))))
  })
})
