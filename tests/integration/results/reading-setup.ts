import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createSealer, type Sealer } from '#core/server/security/seal.ts'
import { browserOfAccount } from '#tests/attack/authorisation/people.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'

const block = (text: string, listItem?: string) => ({ listItem, children: [{ text }] })

/** The texts of the letter as the Content Lake answers them. */
const LETTER_CONTENT = {
  sender: {
    charityName: 'Halyard Men’s Health',
    product: 'Halyard',
    address: ['The Old Sail Loft', 'Saltmere'],
    medicalPhone: '01632 960 145',
    email: 'hello@halyard.example',
    charityNumber: '0000000',
  },
  values: { medicalPhone: '01632 960 145' },
  text: {
    sentence: 'Your PSA is slightly raised.',
    meaning: [block('This is not a diagnosis.'), block('A list item.', 'bullet')],
    nextStep: [block('Please have the test again in 3 months.')],
  },
}

/** A Content Lake that answers every query with the letter's texts, or 503 while `isAway`. */
async function startLake() {
  const state = { isAway: false, url: '' }
  const server = createServer((_, response) => {
    response.writeHead(state.isAway ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ result: LETTER_CONTENT }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, close: () => server.close() }
}

/** A patient with a session in a browser. */
export type Reader = {
  readonly profileId: number
  readonly userId: string
  readonly visitor: Visitor
}

export type ReadingSite = {
  readonly service: TestService
  readonly database: SqlDatabase
  readonly sealer: Sealer
  readonly lake: { isAway: boolean }
  /** The log lines so far. */
  readonly logged: string[]
  newReader(profile?: Parameters<typeof buildProfile>[1]): Promise<Reader>
  close(): Promise<void>
}

/** The API with a Content Lake that has the letter's texts. */
export async function readingSite(): Promise<ReadingSite> {
  const lake = await startLake()
  const logged: string[] = []
  const logger = pino({ base: null }, { write: (line) => logged.push(line) })
  const service = await testService({ source: { SANITY_API_HOST: lake.state.url }, logger })
  const { database } = service.db
  return {
    service,
    database,
    sealer: createSealer(service.env.keys),
    lake: lake.state,
    logged,
    async newReader(profile = {}) {
      const account = { userId: randomUUID(), email: `${randomUUID()}@example.org` }
      const own = { ...profile, user_id: account.userId, email: account.email }
      const profileId = await buildProfile(database, own)
      const visitor = await browserOfAccount({ api: service.wiring.api, database }, account)
      return { profileId, userId: account.userId, visitor }
    },
    async close() {
      await service.close()
      lake.close()
    },
  }
}

/** The audit entries about a patient's results, oldest first: action and result. */
export async function auditOf(database: SqlDatabase, { userId }: Reader) {
  const { rows } = await database.query<{ action: string; subject: string }>(
    'select action, subject from app.audit_log where actor_user_id = $1 order by audit_id',
    [userId],
  )
  return rows.map(({ action, subject }) => `${action} ${subject}`)
}
