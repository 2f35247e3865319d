import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import process from 'node:process'
import { inject } from 'vitest'
import { startMail } from '#local/mail/start-mail.ts'
import { startChild } from '#local/runtime/child.ts'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { TEST_KEYS } from '#tests/fixtures/api-site.ts'
import { asAdministrator } from '#tests/fixtures/database.ts'
import { nameDatabase } from '#tests/fixtures/database-names.ts'
import type { AnyDocument } from '#tests/fixtures/hostile-documents.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { clientFor } from '#tests/integration/lake/test-lake.ts'

const root = join(import.meta.dirname, '../..')
const MAIL_FROM = 'Halyard <bookings@halyard.example>'
const WEBHOOK_SECRET = 'a-webhook-secret-of-the-tests'
const LAKE_TOKEN = 'a-lake-token-of-the-tests'
const AUTH_KEYS = {
  SUPABASE_PUBLISHABLE_KEY: 'test-publishable-key',
  SUPABASE_SECRET_KEY: 'test-secret-key',
}

export type StandIns = {
  /** What the site needs to know of them. */
  readonly env: Record<string, string>
  readonly lakePort: number
  /** Changes a published document in the lake, which then calls the site's webhook. */
  patch(id: string, set: object): Promise<void>
  /** Publishes whole documents, as an import does. */
  replace(documents: readonly object[]): Promise<void>
  /** Everything that is published, but pictures and files. */
  documents(): Promise<AnyDocument[]>
  stop(): Promise<void>
}

/** The hosted services of a site at `siteUrl`, run by this checkout; its database is empty and not migrated. */
export async function startStandIns(folder: string, siteUrl: string): Promise<StandIns> {
  const name = `production_${randomBytes(6).toString('hex')}`
  await asAdministrator(`create database ${name}`)
  const databaseUrl = nameDatabase(inject('postgresUrl'), name)
  const { PATH } = process.env
  const mail = await startMail(join(folder, 'mail'))
  const lake = startChild({
    name: 'The lake',
    args: [join(root, 'local/lake/main.ts')],
    folder: root,
    log: join(folder, 'lake.log'),
    env: {
      PATH,
      ...TEST_PROCESS_ENV,
      LAKE_DIR: join(folder, 'lake'),
      LAKE_PORT: '0',
      LAKE_TOKEN,
      LAKE_SAMPLE: join(root, 'content'),
      LAKE_WEBHOOK_URL: `${siteUrl}/api/content-webhook`,
      LAKE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
  })
  const site = { SMTP_URL: mail.smtpUrl, MAIL_FROM, SITE_URL: siteUrl, ...AUTH_KEYS }
  const auth = startChild({
    name: 'The auth stand-in',
    args: [join(root, 'local/auth/main.ts')],
    folder: root,
    log: join(folder, 'auth.log'),
    env: {
      PATH,
      ...TEST_PROCESS_ENV,
      DATABASE_URL: databaseUrl,
      AUTH_JWT_SECRET: 'x'.repeat(40),
      ...site,
    },
  })
  const [{ origin }, { url }] = await Promise.all([lake.ready, auth.ready])
  const mutate = async (mutations: readonly object[]) => {
    const response = await fetch(`${origin}/v1/data/mutate/${LAKE_DATASET}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${LAKE_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mutations }),
    })
    if (!response.ok)
      throw new Error(`The lake answered ${response.status}: ${await response.text()}`)
  }
  return {
    lakePort: Number(new URL(String(origin)).port),
    env: {
      ...site,
      ...TEST_KEYS,
      SITE_ENV: 'local',
      DATABASE_URL: databaseUrl,
      SUPABASE_URL: String(url),
      SANITY_API_HOST: String(origin),
      SANITY_PROJECT_ID: LAKE_PROJECT_ID,
      SANITY_DATASET: LAKE_DATASET,
      SANITY_READ_TOKEN: LAKE_TOKEN,
      SANITY_WRITE_TOKEN: LAKE_TOKEN,
      SANITY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    },
    patch: (id, set) => mutate([{ patch: { id, set } }]),
    replace: (documents) => mutate(documents.map((document) => ({ createOrReplace: document }))),
    async documents() {
      const client = clientFor(String(origin), LAKE_TOKEN)
      const found = await client.fetch<AnyDocument[]>('*[!(_type match "sanity.*")]')
      // Reports of the website to the Studio have a dot in their ids.
      return found.filter(({ _id }) => !_id.includes('.'))
    },
    async stop() {
      await Promise.all([lake.stop(), auth.stop(), mail.stop()])
      await asAdministrator(`drop database ${name} with (force)`)
    },
  }
}
