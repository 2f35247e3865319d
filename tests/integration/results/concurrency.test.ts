import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { runRetention } from '#app/commands/retention.ts'
import { type MailDeps, sendMail } from '#app/mail/send.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { sortByPatient } from '#results/server/database/results.ts'
import { lockSamples } from '#results/server/database/results-files.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { confirmRow } from '#results/server/laboratory/row-ends.ts'
import { releaseResults } from '#results/server/releasing.ts'
import { hideResult } from '#results/server/result-hiding.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { CHARITY } from '#tests/integration/booking/booking-setup.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  CLERK,
  CLINICIAN,
  LEAD,
  SECOND,
  SECOND_CLERK,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import { approve, importValue, newestOf } from '#tests/integration/results/result-steps.ts'
import { Refusal } from '../../../scripts/operator/command-line.ts'
import { onBusyDatabase } from '../../../scripts/operator/on-database.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const lab = perFile(() => labDatabase(50))

const deps = () => ({ database: lab.database, sealer })
const importCsv = (csv: string) => importLabFile(deps(), csv, CLERK)

async function released(value = '1.2') {
  const tube = lab.nextTube()
  const id = await importValue(lab.database, tube, value)
  await approve(lab.database, [{ id, tube, value, light: 'green' }])
  await releaseResults(lab.database, [id], CLINICIAN)
  return { id, tube }
}

describe('results at the same moment', () => {
  it('LAB-02 LAB-04 of two imports of one file, and of two values of one tube, one wins and the other says why', async () => {
    const tube = lab.nextTube()
    const csv = labCsv([cellsOf(tube, '1.2')])
    const same = await Promise.all([importCsv(csv), importCsv(csv)])
    expect(same.map(({ ok }) => ok).sort()).toEqual([false, true])
    const other = lab.nextTube()
    const two = await Promise.all(
      ['1.2', '3.4'].map((value) => importCsv(labCsv([cellsOf(other, value)]))),
    )
    expect(two.map((one) => (one.ok ? one.counts : one))).toEqual(
      expect.arrayContaining([{ accepted: 1 }, { quarantined: 1 }]),
    )
    expect((await newestOf(lab.database, other)).version).toBe(1)
  })

  it('LAB-03 a value that two persons confirm is taken over once', async () => {
    const tube = lab.nextTube()
    await importCsv(labCsv([cellsOf(tube, '250')]))
    const { rows } = await lab.database.query<{ id: string }>(
      `select row_id as id from app.lab_rows where label = $1`,
      [tube.label],
    )
    const confirm = (by: string) =>
      confirmRow(deps(), rows[0]?.id ?? '', { by, reason: 'by telephone' })
    const answers = await Promise.all([confirm(LEAD), confirm(SECOND_CLERK), confirm(SECOND)])
    expect(answers).toEqual(
      expect.arrayContaining([{ done: 'proposed' }, { done: 'ended' }, { refused: 'not-waiting' }]),
    )
    expect(await newestOf(lab.database, tube)).toMatchObject({ version: 1, state: 'matched' })
  })

  it('LAB-07 LAB-08 releases, holds and a value that is taken back end hidden, without a deadlock', async () => {
    const made = [await released(), await released('2.3'), await released('2.4')]
    const ids = made.map(({ id }) => id)
    const wrong = labCsv(made.map(({ tube }) => ({ ...cellsOf(tube, ''), status: 'W' })))
    const action = { by: CLERK, reason: 'asked' }
    await Promise.all([
      ...ids.map((id) => hideResult(lab.database, 'hold', id, action)),
      releaseResults(lab.database, ids, CLINICIAN),
      importCsv(wrong),
      releaseResults(lab.database, ids.toReversed(), CLINICIAN),
      ...ids.toReversed().map((id) => hideResult(lab.database, 'hold', id, action)),
    ])
    await releaseResults(lab.database, ids, CLINICIAN)
    const { rows } = await lab.database.query<{ state: string }>(
      'select state from app.released_results where result_id = any($1)',
      [ids],
    )
    expect(rows.map(({ state }) => state)).toEqual(['withheld', 'withheld', 'withheld'])
  })
})

describe('the one order of locks: patient, sample', () => {
  /** Runs `work` beside a transaction that holds `first`, and takes `then` once the work waits. */
  async function beside<Value>(
    first: (db: Queries) => Promise<unknown>,
    then: (db: Queries) => Promise<unknown>,
    work: () => Promise<Value>,
  ): Promise<Value> {
    let running: Promise<Value> | undefined
    await lab.database.transaction(async (transaction) => {
      await first(transaction)
      running = work()
      await waitForLockWait(lab.database)
      await then(transaction)
    })
    return await (running as Promise<Value>)
  }

  it('LAB-06 judgements lock in the order of releases and imports, whatever the ids of the results', async () => {
    // The ids are random: pairs are made until the earlier patient has the higher one.
    const made: { tube: TakenTube; id: string; value: string }[] = []
    do {
      made.length = 0
      for (const tube of [lab.nextTube(), lab.nextTube()]) {
        made.push({ tube, id: await importValue(lab.database, tube, '1.2'), value: '1.2' })
      }
    } while (String(made[0]?.id) < String(made[1]?.id))
    const ids = made.map(({ id }) => id)
    expect(await sortByPatient(lab.database, ids)).toEqual(ids)
    const [early, late] = made.map(({ tube }) => tube)
    const lock = (tube: TakenTube | undefined) => (db: Queries) =>
      lockSamples(db, [tube?.label ?? ''])
    const rows = made.map((one) => ({ ...one, light: 'green' as const }))
    const judged = await beside(lock(early), lock(late), () => approve(lab.database, rows))
    expect(judged).toMatchObject({ ok: true, judged: 2 })
  })

  it('LAB-01 the end of a spoiled sample waits for its patient before it locks the sample', async () => {
    const tube = lab.nextTube()
    const ended = await beside(
      (db) =>
        sql`select from app.profiles where profile_id = (select profile_id from app.samples where label = ${tube.label}) for update`.execute(
          db.kysely,
        ),
      (db) => lockSamples(db, [tube.label]),
      () => endSample(lab.database, tube.label, { as: 'spoiled', by: LEAD, reason: 'clotted' }),
    )
    expect(ended).toBeUndefined()
  })

  it('LAB-01 a command that waited too long says so in a sentence', async () => {
    const locked = Object.assign(new Error('canceling statement'), { code: '55P03' })
    const work = onBusyDatabase(
      { databaseUrl: 'postgres://127.0.0.1:1/none', databaseTls: undefined },
      async () => {
        throw locked
      },
    )
    await expect(work).rejects.toThrow(Refusal)
    await expect(work).rejects.toThrow('nothing was changed. Run it again.')
  })
})

describe('hiding a result while a laboratory file is imported', () => {
  it('LAB-08 waits for the import, and says that nothing is hidden when that takes too long', async () => {
    const { id, tube } = await released()
    const action = { by: CLERK, reason: 'asked' }
    const stateOf = async () => (await newestOf(lab.database, tube)).state
    const importing = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const running = lab.database.transaction(async (transaction) => {
      await lockSamples(transaction, [tube.label])
      locked.resolve()
      await importing.promise
    })
    await locked.promise
    expect(await hideResult(lab.database, 'hold', id, action, 50)).toBe('busy')
    expect(await stateOf()).toBe('released')
    const hidden = hideResult(lab.database, 'hold', id, action)
    importing.resolve()
    await running
    expect(await hidden).toBeUndefined()
    expect(await stateOf()).toBe('on_hold')
  })
})

describe('the mails about results', () => {
  const sent: { to: string; subject: string; text: string; html: string }[] = []
  const mailDeps: MailDeps = {
    get database() {
      return lab.database
    },
    clock: { now: () => new Date() },
    sealer,
    siteUrl: 'https://halyard.example',
    organizerEmail: 'bookings@halyard.example',
    charity: () => Promise.resolve(CHARITY),
    mail: {
      send: (message) => {
        sent.push(message)
        return Promise.resolve()
      },
    },
  }

  /** Sends what is queued about a result, in order, as the job loop does. */
  async function send(id: string): Promise<void> {
    const { rows } = await lab.database.query<Job>(
      `select job_id as "jobId", kind, payload, attempts, message_id as "messageId" from app.jobs where payload ->> 'result_id' = $1`,
      [id],
    )
    for (const job of rows) await sendMail(job, mailDeps)
  }

  it('LAB-07 LAB-08 say only that something is new or has changed, and nothing about a result that is hidden meanwhile', async () => {
    const { id } = await released()
    await send(id)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Something new in your account with Halyard Men’s Health',
    ])
    await hideResult(lab.database, 'hold', id, { by: CLERK, reason: 'asked' })
    await send(id)
    expect(sent).toHaveLength(1)
    await hideResult(lab.database, 'withdraw', id, { by: CLINICIAN, reason: 'asked' })
    await send(id)
    expect(sent.map(({ subject }) => subject).at(-1)).toBe(
      'A change in your account with Halyard Men’s Health',
    )
    expect(sent).toHaveLength(2)
    for (const { subject, text, html } of sent) {
      const words = `${subject} ${text} ${html}`
      expect(words).not.toMatch(
        /result|psa|prostat|laborator|blood|sample|green|amber|\bred\b|1\.2|harbour/i,
      )
      expect(text).toContain('https://halyard.example/portal')
      expect(text).toContain(CHARITY.bookingPhone)
    }
  })
})

describe('the end of eight years', () => {
  it('OPS-07 LAB-10 counts from a sample too, also without an appointment', async () => {
    const tube = lab.nextTube()
    const clock = { now: () => new Date(Date.now() + 8.1 * 365.25 * 86_400_000) }
    const identity = { deleteAccount: () => Promise.resolve(true) }
    await lab.database.query(
      `select set_config('app.append_only', 'erase:${tube.profileId}', true); alter table app.samples disable trigger user; update app.samples set appointment_id = null where label = '${tube.label}';
       alter table app.samples enable trigger user; delete from app.appointments where appointment_id = '${tube.appointmentId}'`,
    )
    const { due } = await runRetention({ ...deps(), clock, identity }, undefined)
    expect(due).toContain(tube.profileId)
  })
})
