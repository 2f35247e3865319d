import { CompiledQuery } from 'kysely'
import { expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { csvLine } from '#core/rules/csv.ts'
import type { Queries } from '#core/server/database/database.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { balanceOf } from '#results/rules/balance.ts'
import { balanceService, type Difference, itemsOf } from '#results/server/balance.ts'
import { listBalancePatients, listBalanceTubes } from '#results/server/database/balance.ts'
import { closeEvent, findHandedOver } from '#results/server/database/desk-steps.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { staffAccessService } from '#staff/server/access.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { staffMember } from '#tests/fixtures/staff.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import {
  bookPast,
  EVENT_DAY,
  LABORATORY,
  LEAD,
  NURSE,
  newLabel,
  pastEvent,
  sealer,
} from '#tests/integration/results/lab-setup.ts'
import { approve, importValue } from '#tests/integration/results/result-steps.ts'

/** An evening of five tested patients, of whom one repeats the test, one who was not tested and one absent; every result is shown. */
const lab = perFile(async () => {
  const own = await labDatabase(1)
  const { database } = own
  const eventId = await pastEvent(database, 7)
  const people = Array.from('abcdefg', (letter, at) => ({
    surname: `Quay${letter}`,
    forename: `Arthur${letter}`,
    birthDate: `1959-04-1${at}`,
  }))
  const booked = await bookPast(database, eventId, people)
  const tubes = booked.map(({ person, profileId, appointmentId }) => ({
    ...person,
    profileId,
    appointmentId,
    reference: referenceNumber(appointmentId),
    label: newLabel(),
    takenOn: EVENT_DAY,
    laboratory: LABORATORY,
  }))
  const csv = [
    csvLine(['reference', 'date of birth', 'outcome', 'label', 'taken_at', 'reason']),
    ...tubes.map(({ reference, birthDate, label }, at) => {
      if (at === 5) return csvLine([reference, birthDate, 'not-tested', '', '', 'unwell'])
      if (at === 6) return csvLine([reference, birthDate, 'no-show', '', '', ''])
      return csvLine([reference, birthDate, 'attended', label, '09:30', ''])
    }),
  ].join('')
  const recorded = await recordAttendance({ database, sealer }, csv, NURSE)
  if (!recorded.ok) throw new Error(JSON.stringify(recorded.faults))
  expect(
    await closeEvent(database, { event: eventId, tubes: 5, explanation: '', by: LEAD }),
  ).toMatchObject({ isKnown: false })
  for (const tube of tubes.slice(0, 4)) {
    const id = await importValue(database, tube, '1.20')
    await approve(database, [{ id, tube, value: '1.20', light: 'green' }])
    expect(await own.release(id)).toMatchObject({ released: [id] })
  }
  const [, , , , spoiled] = tubes
  await endSample(database, spoiled?.label ?? '', { as: 'spoiled', by: LEAD, reason: 'lost' })
  return { ...own, eventId, tubes }
})

const read = async (db: Queries) =>
  balanceOf(
    await listBalancePatients(db, lab.eventId),
    await listBalanceTubes(db, lab.eventId),
    await findHandedOver(db, lab.eventId),
  )

class Undone extends Error {}

/** What the balance says after these statements, which are taken back. */
async function after(statement: string, parameter: string | number) {
  let found: Awaited<ReturnType<typeof read>> | undefined
  await lab.database
    .transaction(async (db) => {
      const run = (text: string, ...parameters: (string | number)[]) =>
        db.kysely.executeQuery(CompiledQuery.raw(text, parameters))
      // Without triggers and foreign keys: whatever the guards prevent is found as well.
      await run('set local session_replication_role = replica')
      await run(statement, parameter)
      found = await read(db)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  if (found === undefined) throw new Error('The balance was not read.')
  return found
}

const patientOf = (at: number) => lab.tubes[at]?.profileId ?? 0

it('LAB-11 a whole evening is right, and the spoiled tube is accounted for', async () => {
  const balance = await read(lab.database)
  expect(balance).toMatchObject({
    booked: { count: 7, tested: 5, notTested: 1, absent: 1, open: [] },
    walkIns: { count: 0 },
    taken: 5,
    handedOver: { recorded: 5, counted: 5 },
    isRight: true,
  })
  expect(balance.steps.map(({ step, count }) => `${step} ${count}`)).toEqual([
    'file 4',
    'judged 4',
    'shown 4',
  ])
})

it.each<[Difference, string, number, string]>([
  ['outcome', 'the tube', 0, `delete from app.samples where profile_id = $1`],
  [
    'outcome',
    'the record of not being tested',
    5,
    `delete from app.desk_records where profile_id = $1 and kind = 'not-tested'`,
  ],
  [
    'outcome',
    'the absence',
    6,
    `update app.appointments set status = 'booked' where profile_id = $1`,
  ],
  ['outcome', 'the label', 0, `update app.samples set state = 'void' where profile_id = $1`],
  [
    'file',
    'the row of the laboratory',
    1,
    `delete from app.lab_rows where sample_id = (select sample_id from app.samples where profile_id = $1)`,
  ],
  ['judged', 'the value', 2, `delete from app.results where profile_id = $1`],
  [
    'judged',
    'the judgement',
    2,
    `update app.results set state = 'matched', released_at = null, light_sealed = null, risk_group_sealed = null, comments_sealed = null, retest_on_sealed = null, round = null, judgement_mac = null, call_needed = null where profile_id = $1`,
  ],
  ['shown', 'the release', 3, `update app.results set state = 'graded' where profile_id = $1`],
  ['shown', 'a hold', 3, `update app.results set state = 'on_hold' where profile_id = $1`],
  [
    'shown',
    'a row that waits',
    3,
    `insert into app.lab_rows (row_id, file_id, line, label, decision, reasons)
     select gen_random_uuid(), file_id, 9, label, 'quarantined', '{not-final}' from app.lab_rows where sample_id = (select sample_id from app.samples where profile_id = $1)`,
  ],
])('LAB-11 what is lost is named in "%s": %s', async (difference, _, at, statement) => {
  const balance = await after(statement, patientOf(at))
  expect(balance.isRight).toBe(false)
  const items = itemsOf(balance)[difference].filter(({ tube }) => tube?.ended !== 'spoiled')
  expect(items.map(({ profileId }) => profileId)).toEqual([patientOf(at)])
})

it('LAB-11 a comparison that failed, of an arrival that was undone, leaves the balance right', async () => {
  const balance = await after(
    `insert into app.desk_records (desk_record_id, profile_id, event_id, kind, source, recorded_by, recorded_at)
     values (gen_random_uuid(), 999999, $1, 'identity-failed', 'online', 'x, coordinator', now())`,
    lab.eventId,
  )
  expect(balance).toMatchObject({ walkIns: { count: 0 }, isRight: true })
})

it('LAB-11 LAB-08 a withdrawn result is named as withdrawn, and not as a value that waits', async () => {
  const tubeAfter = async (states: string) => {
    const balance = await after(
      `update app.results set ${states} where profile_id = $1`,
      patientOf(3),
    )
    return Object.values(itemsOf(balance))
      .flat()
      .find(({ profileId }) => profileId === patientOf(3))?.tube
  }
  expect(await tubeAfter(`state = 'withdrawn'`)).toMatchObject({
    isWithdrawn: true,
    resultId: null,
  })
  expect(await tubeAfter(`state = 'graded'`)).toMatchObject({ isWithdrawn: false })
})

it('LAB-11 the number of the courier differs', async () => {
  const balance = await after(
    'update app.events set tubes_handed_over = 4 where event_id = $1',
    lab.eventId,
  )
  expect(balance).toMatchObject({ handedOver: { recorded: 5, counted: 4 }, isRight: false })
})

it('LAB-11 AUD-01 names come only after the audit row, and only of the difference that was opened', async () => {
  const { database, eventId } = lab
  const limiter = { count: () => Promise.resolve(false) } as never
  const member = await staffMember(database, ['coordinator'])
  const { disclose } = staffAccessService({ database, limiter })
  const own = balanceService({ database, disclose })
  const numbers = await own.open(member, eventId)
  expect(numbers?.named).toEqual([])
  expect(JSON.stringify(numbers)).not.toMatch(/Quay|Arthur/i)
  const opened = await own.open(member, eventId, 'file')
  expect(opened?.named.map(({ name }) => name)).toEqual(['Quaye, Arthure'])
  const { rows } = await database.query(
    `select subjects from app.audit_log where action = 'balance-read' and staff_id = $1`,
    [member.staffId],
  )
  expect(rows).toEqual([{ subjects: [patientOf(4)] }])
  const refusing = balanceService({ database, disclose: () => Promise.reject(new Error('no row')) })
  await expect(refusing.open(member, eventId, 'file')).rejects.toThrow('no row')
})
