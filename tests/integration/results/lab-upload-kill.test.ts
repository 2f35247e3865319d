import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createSealer } from '#core/server/security/seal.ts'
import { tidyUploads } from '#results/server/database/lab-uploads.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { takeTubes } from '#tests/integration/results/lab-setup.ts'
import type { UploadWork } from '#tests/integration/results/lab-upload-worker.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const test = perFile(testDatabase)
const KEY = randomBytes(32)
const sealer = createSealer({ data: [{ id: 'k1', key: KEY }], lookup: KEY })
const service = () => labUploadsService({ database: test.database, sealer, nudgeJobs: () => {} })
const WORKER = fileURLToPath(new URL('./lab-upload-worker.ts', import.meta.url))

function start(work: Omit<UploadWork, 'url' | 'key'>): ChildProcess {
  const all: UploadWork = { ...work, url: test.url, key: KEY.toString('base64') }
  return spawn(process.execPath, [WORKER, JSON.stringify(all)], { stdio: 'inherit' })
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  expect((await ended)[1]).toBe('SIGKILL')
}

const count = async (sql: string, ...values: unknown[]) => {
  const { rows } = await test.database.query<{ n: number }>(
    `select count(*)::int as n from ${sql}`,
    values,
  )
  return rows[0]?.n ?? 0
}

async function newFile() {
  const tubes = await takeTubes(
    test.database,
    ['Archer', 'Barker'].map((surname) => ({ surname, forename: 'Alan', birthDate: '1950-01-10' })),
    { laboratory: `Upland ${randomUUID()}` },
  )
  const member = await staffMember(test.database, ['coordinator'])
  const labs = await service().laboratories(member)
  const labId = labs.find(({ name }) => name === tubes[0]?.laboratory)?.labId ?? 0
  const bytes = Buffer.from(labCsv(tubes.map((tube) => cellsOf(tube, '1.2'))))
  return { tubes, labId, member, bytes, uploadId: randomUUID() }
}

it('LAB-02 kill -9 while a file arrives leaves pieces that nothing reads and housekeeping clears; sent again it arrives', async () => {
  const { labId, member, uploadId } = await newFile()
  const pieces = () => count('app.lab_upload_pieces where upload_id = $1', uploadId)
  const child = start({ uploadId, receives: { member, labId } })
  await expect.poll(pieces, { timeout: 20_000 }).toBeGreaterThan(2)
  await kill(child)
  expect(await service().find(uploadId)).toMatchObject({ state: 'sending' })
  await service().checkUpload(uploadId)
  expect(await service().takeOver(member, uploadId)).toBe(false)
  await tidyUploads(test.database)
  expect(await pieces()).toBeGreaterThan(2)
  await test.database.query(
    `update app.lab_uploads set sent_at = sent_at - interval '61 minutes' where upload_id = $1`,
    [uploadId],
  )
  await tidyUploads(test.database)
  expect(await pieces()).toBe(0)
  expect(await service().find(uploadId)).toBeUndefined()
})

it('LAB-02 kill -9 in a take-over: nothing is stored, and the job that runs again stores all', async () => {
  const { tubes, labId, member, bytes, uploadId } = await newFile()
  async function* content() {
    yield bytes
  }
  await service().receive(member, { uploadId, labId, content: content() })
  await service().checkUpload(uploadId)
  expect(await service().takeOver(member, uploadId)).toBe(true)
  const labels = tubes.map(({ label }) => label)
  const rows = () => count('app.lab_rows where label = any($1)', labels)

  // The first tube is locked, so that the process waits within its transaction.
  let child: ChildProcess | undefined
  await test.database.transaction(async ({ kysely }) => {
    await kysely
      .selectFrom('samples')
      .select('label')
      .where('label', '=', labels[0] ?? '')
      .forUpdate()
      .execute()
    child = start({ uploadId })
    await expect
      .poll(
        () =>
          count(`pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_samples%'`),
        { timeout: 20_000 },
      )
      .toBe(1)
    await kill(child)
  })
  await expect
    .poll(() =>
      count(
        `pg_stat_activity where query like '%lock_samples%' and state <> 'idle'  and pid <> pg_backend_pid()`,
      ),
    )
    .toBe(0)
  expect(await rows()).toBe(0)
  expect(await count('app.lab_files')).toBe(0)
  expect(await service().find(uploadId)).toMatchObject({ state: 'taking' })
  await service().takeUploadOver(uploadId)
  expect(await service().find(uploadId)).toMatchObject({ state: 'taken' })
  expect(await rows()).toBe(2)
})
