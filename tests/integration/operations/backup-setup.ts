import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { backUpDatabase } from '#app/commands/backup/back-up.ts'
import { newBackupKey } from '#app/commands/backup/encryption.ts'
import {
  MANIFEST,
  type Manifest,
  manifestText,
  newManifest,
} from '#app/commands/backup/manifest.ts'
import { checkKeys } from '#app/commands/check-keys.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { prepareAuth } from '#local/auth/prepare-auth.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { lazyProxy } from '#tests/fixtures/per-file.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import {
  bookWithAnswers,
  createCanaries,
  signUpWithNumber,
} from '#tests/integration/encryption/canary-requests.ts'

export const OPERATOR = 'Ada Quill'

/** Commits an event and its audit entry together, until `isOver`. */
async function writeMeanwhile(service: TestService, isOver: () => boolean): Promise<void> {
  for (let written = 0; !isOver(); written += 1) {
    await service.db.database.transaction(async (transaction) => {
      await transaction.kysely
        .insertInto('error_log')
        .values({ at: new Date(), description: 'pair', message: `pair ${written}` })
        .execute()
      await transaction.kysely
        .insertInto('audit_log')
        .values({ at: new Date(), action: 'pair', subject: `pair ${written}` })
        .execute()
    })
  }
}

/** Backs the database of a service up into an existing folder. */
export async function backUp(service: TestService, to: string): Promise<Manifest> {
  const key = newBackupKey(service.env.keys)
  const database = await backUpDatabase(service.db.url, to, key)
  const made = newManifest({ version: '0', createdAt: 'then', ...database, lake: null }, key)
  writeFileSync(join(to, MANIFEST), manifestText(made, key))
  return made
}

/** A patient with a booking, texts that a copy must escape, and a mail, the deletion of an account and a refund that wait. */
async function fill(service: TestService): Promise<void> {
  const { database } = service.db
  await checkKeys(database, service.env.keys)
  const eventId = await buildEvent(database)
  const [slot = new Date()] = await slotsOf(database, eventId)
  const visitor = service.visitor()
  const canaries = createCanaries()
  const email = 'kept@example.org'
  await signUpWithNumber(visitor, email, canaries)
  const { rows } = await database.query<{ profile_id: number }>(
    'select profile_id from app.profiles',
  )
  const profileId = rows[0]?.profile_id ?? 0
  const at = { day: londonDate(slot), time: londonTime(slot) }
  await bookWithAnswers(visitor, { email, profileId, eventId, ...at }, canaries)
  await service.mailsSettled()
  await buildProfile(database, {
    first_name: 'Tab\tand\\nline\nand \\N',
    occupation: '',
    nhs_number_sealed: Buffer.from([0, 1, 255]),
  })
  await database.query(
    `insert into app.jobs (kind, dedupe_key, payload, run_at)
     values ('mail', 'waits', '{"template": "verify-email", "profile_id": 1}', now() + interval '1 day'),
       ('close-account', 'waits', '{"closing_id": "0d8f2f36-6f0c-4a3c-9c5e-0a4a3c1b2d3e"}', now() + interval '1 day')`,
  )
  await database.query(
    `insert into app.payments (payment_id, event_id, amount_pence, state, order_id, capture_id, captured_pence, captured_at, created_at,
       updated_at, concluded_at)
     values (gen_random_uuid(), $1, 2500, 'refund_due', 'O', 'C', 2500, now(), now(), now(), now())`,
    [eventId],
  )
  await database.query(
    `with asked as (
       insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on)
       select payment_id, 2500, 'no-place', now(), '2027-01-04' from app.payments returning refund_id)
     insert into app.jobs (kind, dedupe_key, payload, run_at)
     select 'refund', refund_id, jsonb_build_object('refund_id', refund_id), now() + interval '1 day' from asked`,
  )
}

/** A backup of a filled site, made while the site writes. Registers the hooks of the test file. */
export function backupSetup() {
  let service: TestService
  let folder: string
  let manifest: Manifest
  const targets: TestDatabase[] = []

  beforeAll(async () => {
    service = await testService()
    await fill(service)
    folder = mkdtempSync(join(tmpdir(), 'halyard-backup-'))
    let over = false
    const writing = writeMeanwhile(service, () => over)
    manifest = await backUp(service, folder)
    over = true
    await writing
  })
  afterAll(async () => {
    for (const target of targets) await target.close()
    await service.close()
    rmSync(folder, { recursive: true })
  })

  return {
    service: lazyProxy(() => service),
    manifest: () => manifest,
    folder: () => folder,
    /** An empty database with the identity service's tables. */
    async emptyTarget(): Promise<TestDatabase> {
      const target = await testDatabase()
      targets.push(target)
      await prepareAuth(target.url)
      return target
    },
    restoreOf: (more = {}) => ({
      folder,
      manifest,
      keys: service.env.keys,
      operator: OPERATOR,
      replace: false,
      ...more,
    }),
  }
}
