import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { getProfile } from '#contract/profiles.ts'
import { londonDate, londonTime } from '#domain/time.ts'
import { type ApiSite, apiSite } from '#tests/fixtures/api-site.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { type Answer, createVisitor, newPatient, type Visitor } from '#tests/fixtures/visitor.ts'
import {
  bookWithAnswers,
  hatch,
  type Man,
  misuse,
  signUpWithNumber,
  spaced,
} from '#tests/integration/encryption/canaries.ts'
import { allRows, disguisesOf, filesBelow, foundIn } from '#tests/integration/encryption/search.ts'

const canaries = hatch()
const { witness } = canaries
const SECRETS = [
  ...[canaries.first, canaries.second, canaries.mistyped].flatMap((digits) => [
    digits,
    spaced(digits),
  ]),
  canaries.family,
  canaries.mother,
]
/** Answers that are words of the form: looked for in tables only, because other tests use them too. */
const CHOSEN = ['Grandfather', 'Grandmother', 'Combodart']

let site: ApiSite
let visitor: Visitor
let man: Man
let answers: Record<'signUp' | 'booking' | 'misuse', Answer[]>

const statuses = (list: Answer[]) => list.map(({ status }) => status)

async function meet(): Promise<Man> {
  const eventId = await buildEvent(site.test.database)
  const [slot = new Date()] = await slotsOf(site.test.database, eventId)
  const email = 'canary@example.org'
  return { email, profileId: 0, eventId, day: londonDate(slot), time: londonTime(slot) }
}

beforeAll(async () => {
  site = await apiSite({ env: { LOG_LEVEL: 'debug' } })
  visitor = createVisitor(site.urls[0] ?? '')
  man = await meet()
  const signUp = await signUpWithNumber(visitor, man.email, canaries)
  const created = signUp[3]?.body as { userProfile?: { profileId: number } } | undefined
  man = { ...man, profileId: created?.userProfile?.profileId ?? 0 }
  const booking = await bookWithAnswers(visitor, man, canaries)
  answers = { signUp, booking, misuse: await misuse(visitor, man, canaries) }
})
afterAll(() => site.close())

describe('NHS number and consent answers', () => {
  it('API-04 went every way: accepted, refused, misplaced', () => {
    expect(statuses(answers.signUp)).toEqual([201, 400, 400, 201, 409, 200])
    expect(statuses(answers.booking)).toEqual([201, 400, 400, 403, 201, 201, 201, 201])
    expect(statuses(answers.misuse)).toEqual([
      200, 403, 400, 400, 200, 400, 400, 202, 400, 200, 400, 404, 400, 405, 415, 403, 400, 413, 400,
    ])
  })

  it('PORT-03 are there for their owner', async () => {
    const { body } = await visitor.call(getProfile, { email: man.email })
    expect(body).toMatchObject({ userProfile: { nhs_number: canaries.second } })
  })

  it('API-04 stand in no table of app or auth, in no encoding', async () => {
    const tables = await allRows(site.test.database)
    expect(foundIn(tables.get('app.profiles') ?? '', [witness])).toEqual([witness])
    expect(tables.get('app.consents')?.split('\n')).toHaveLength(3)
    expect([...tables.keys()].some((name) => name.startsWith('auth.'))).toBe(true)
    const found = [...tables].map(([name, text]) => [name, foundIn(text, [...SECRETS, ...CHOSEN])])
    expect(found.filter(([, secrets]) => secrets?.length)).toEqual([])
  })

  it('API-04 stand neither in the write-ahead log nor in the files of the database', async () => {
    const { database } = site.test
    // Everything written so far must be on disk before we look.
    await database.query('select pg_switch_wal()')
    await database.query('checkpoint')
    const { rows } = await database.query<{ path: string }>(
      `select 'base/' || oid as path from pg_database where datname = current_database()`,
    )
    const data = join(inject('postgresFolder'), 'pg17')
    for (const folder of ['pg_wal', rows[0]?.path ?? '']) {
      let seen = false
      for (const { path, content } of filesBelow(join(data, folder))) {
        seen ||= content.includes(witness)
        expect(foundIn(content, SECRETS), path).toEqual([])
      }
      expect(seen, `the witness in ${folder}`).toBe(true)
    }
  })

  it('API-08 stand in no log: of the processes, of Postgres', () => {
    const logs = site.logs()
    expect(logs).toContain('createConsent')
    expect(logs).toContain(String(answers.booking[4]?.headers.get('x-request-id')))
    expect(foundIn(logs, [...SECRETS, man.email, witness])).toEqual([])
    const own = readdirSync(inject('postgresFolder')).filter((name) => name.endsWith('.log'))
    expect(own.length).toBeGreaterThan(0)
    for (const { path, content } of filesBelow(inject('postgresFolder'))) {
      if (path.endsWith('.log')) expect(foundIn(content, SECRETS), path).toEqual([])
    }
  })

  it('BOOK-10 stand in no mail', async () => {
    const mails = await vi.waitFor(
      async () => {
        const response = await fetch(`${site.mailUrl}/api/messages?to=${man.email}`)
        const text = await response.text()
        expect((JSON.parse(text) as unknown[]).length).toBeGreaterThanOrEqual(2)
        return text
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(foundIn(mails, SECRETS)).toEqual([])
  })

  it('NHS-02 do not open in the row of another man', async () => {
    const { database, url } = { ...site.test, url: site.urls[0] ?? '' }
    const other = await newPatient(database, url)
    await database.query(
      `update app.profiles set nhs_number_sealed = (select nhs_number_sealed from app.profiles where email = $1)
        where profile_id = $2`,
      [man.email, other.profileId],
    )
    const { status, text } = await other.visitor.call(getProfile, { email: other.email })
    expect(status).toBe(500)
    expect(foundIn(text, SECRETS)).toEqual([])
  })

  it('the search itself finds a text in any disguise', () => {
    for (const disguise of disguisesOf(canaries.family)) {
      expect(foundIn(`before ${disguise} after`, [canaries.family])).toEqual([canaries.family])
    }
    const inside = Buffer.from(`xx${canaries.first}yy`)
    expect(foundIn(inside.toString('base64'), [canaries.first])).toEqual([canaries.first])
    expect(foundIn(inside.toString('hex'), [canaries.first])).toEqual([canaries.first])
  })
})
