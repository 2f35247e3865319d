import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { getProfile } from '#account/contract/profiles.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { apiSite } from '#tests/fixtures/api-site.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Answer, createVisitor, newPatient, type Visitor } from '#tests/fixtures/visitor.ts'
import {
  bookWithAnswers,
  type CanaryPatient,
  createCanaries,
  sendMisplaced,
  signUpWithNumber,
  spaced,
} from '#tests/integration/encryption/canary-requests.ts'
import {
  allRows,
  encodingsOf,
  filesBelow,
  foundIn,
} from '#tests/integration/encryption/plaintext-search.ts'

const canaries = createCanaries()
const { control } = canaries
const SECRETS = [
  ...[canaries.first, canaries.second, canaries.mistyped].flatMap((digits) => [
    digits,
    spaced(digits),
  ]),
  canaries.family,
  canaries.mother,
]
/** Answers that are options of the form: searched for in tables only, because other tests use them too. */
const CHOSEN = ['Grandfather', 'Grandmother', 'Combodart']

const site = perFile(() => apiSite({ env: { LOG_LEVEL: 'debug' } }))
let visitor: Visitor
/** The write-ahead log file that was current before the first canary was sent. */
let firstWalFile: string
let patient: CanaryPatient
let answers: Record<'signUp' | 'booking' | 'misplaced', Answer[]>

/** The name of the write-ahead log file at a position, given as an SQL expression. */
async function walFileAt(position: string): Promise<string> {
  const { rows } = await site.test.database.query<{ file: string }>(
    `select pg_walfile_name(${position}) as file`,
  )
  return rows[0]?.file ?? ''
}

const statuses = (list: Answer[]) => list.map(({ status }) => status)

/** An event with a free slot, and the patient who will book it; the profile does not exist yet. */
async function createPatientAndEvent(): Promise<CanaryPatient> {
  const eventId = await buildEvent(site.test.database)
  const [slot = new Date()] = await slotsOf(site.test.database, eventId)
  const email = 'canary@example.org'
  return { email, profileId: 0, eventId, day: londonDate(slot), time: londonTime(slot) }
}

beforeAll(async () => {
  visitor = createVisitor(site.urls[0] ?? '')
  patient = await createPatientAndEvent()
  firstWalFile = await walFileAt('pg_current_wal_insert_lsn()')
  const signUp = await signUpWithNumber(visitor, patient.email, canaries)
  const created = signUp[3]?.body as { userProfile?: { profileId: number } } | undefined
  patient = { ...patient, profileId: created?.userProfile?.profileId ?? 0 }
  const booking = await bookWithAnswers(visitor, patient, canaries)
  answers = { signUp, booking, misplaced: await sendMisplaced(visitor, patient, canaries) }
})

describe('NHS number and consent answers', () => {
  it('API-04 were sent in accepted, refused and misplaced requests', () => {
    expect(statuses(answers.signUp)).toEqual([201, 400, 400, 201, 409, 200])
    expect(statuses(answers.booking)).toEqual([201, 400, 400, 403, 201, 201, 201, 400, 201])
    expect(statuses(answers.misplaced)).toEqual([
      400, 403, 400, 400, 200, 400, 400, 202, 400, 400, 400, 404, 400, 405, 415, 403, 400, 413, 400,
    ])
  })

  it('PORT-03 are returned to the patient', async () => {
    const { body } = await visitor.call(getProfile, { email: patient.email })
    expect(body).toMatchObject({ userProfile: { nhs_number: canaries.second } })
  })

  it('API-04 are in no table of app or auth, in any encoding', async () => {
    const tables = await allRows(site.test.database)
    expect(foundIn(tables.get('app.profiles') ?? '', [control])).toEqual([control])
    expect(tables.get('app.consents')?.split('\n')).toHaveLength(3)
    expect([...tables.keys()].some((name) => name.startsWith('auth.'))).toBe(true)
    const found = [...tables].map(([name, text]) => [name, foundIn(text, [...SECRETS, ...CHOSEN])])
    expect(found.filter(([, secrets]) => secrets?.length)).toEqual([])
  })

  it('API-04 are neither in the write-ahead log nor in the files of the database', async () => {
    const { database } = site.test
    // Everything written so far must be on disk before the files are read.
    const lastWalFile = await walFileAt('pg_switch_wal()')
    await database.query('checkpoint')
    const { rows } = await database.query<{ path: string }>(
      `select 'base/' || oid as path from pg_database where datname = current_database()`,
    )
    const data = join(inject('postgresFolder'), 'pg17')
    // Names of log files sort in the order of writing; earlier files cannot contain the canaries.
    const isOfThisTest = (name: string) => name >= firstWalFile && name <= lastWalFile
    const folders = [
      { folder: 'pg_wal', isWanted: isOfThisTest },
      { folder: rows[0]?.path ?? '', isWanted: () => true },
    ]
    for (const { folder, isWanted } of folders) {
      let seen = false
      for (const { path, content } of filesBelow(join(data, folder), isWanted)) {
        seen ||= content.includes(control)
        expect(foundIn(content, SECRETS), path).toEqual([])
      }
      expect(seen, `the control value in ${folder}`).toBe(true)
    }
  })

  it('API-08 are in no log of the processes or of Postgres', () => {
    const logs = site.logs()
    expect(logs).toContain('createConsent')
    expect(logs).toContain(String(answers.booking[4]?.headers.get('x-request-id')))
    expect(foundIn(logs, [...SECRETS, patient.email, control])).toEqual([])
    const own = readdirSync(inject('postgresFolder')).filter((name) => name.endsWith('.log'))
    expect(own.length).toBeGreaterThan(0)
    const isLog = (name: string) => name.endsWith('.log')
    for (const { path, content } of filesBelow(inject('postgresFolder'), isLog)) {
      expect(foundIn(content, SECRETS), path).toEqual([])
    }
  })

  it('BOOK-10 are in no mail', async () => {
    const mails = await vi.waitFor(
      async () => {
        const response = await fetch(`${site.mailUrl}/api/messages?to=${patient.email}`)
        const text = await response.text()
        expect((JSON.parse(text) as unknown[]).length).toBeGreaterThanOrEqual(2)
        return text
      },
      { timeout: 20_000, interval: 100 },
    )
    expect(foundIn(mails, SECRETS)).toEqual([])
  })

  it('NHS-02 cannot be decrypted in the row of another patient', async () => {
    const { database, url } = { ...site.test, url: site.urls[0] ?? '' }
    const other = await newPatient(database, url)
    await database.query(
      `update app.profiles set nhs_number_sealed = (select nhs_number_sealed from app.profiles where email = $1)
        where profile_id = $2`,
      [patient.email, other.profileId],
    )
    const { body, text } = await other.visitor.call(getProfile, { email: other.email })
    expect(body['userProfile']).toMatchObject({ nhs_number: null, nhs_number_unavailable: true })
    expect(foundIn(text, SECRETS)).toEqual([])
  })

  it('the search finds a text in every encoding', () => {
    for (const encoded of encodingsOf(canaries.family)) {
      expect(foundIn(`before ${encoded} after`, [canaries.family])).toEqual([canaries.family])
    }
    const inside = Buffer.from(`xx${canaries.first}yy`)
    expect(foundIn(inside.toString('base64'), [canaries.first])).toEqual([canaries.first])
    expect(foundIn(inside.toString('hex'), [canaries.first])).toEqual([canaries.first])
  })
})
