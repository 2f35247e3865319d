import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { localKeys } from '#local/runtime/keys.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { approveResults } from '#results/commands/results-approve.ts'
import { randomLabel } from '#results/rules/sample-label.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  attendanceCsv,
  bookPast,
  CLERK,
  CLINICIAN,
  EVENT_DAY,
  NURSE,
  pastEvent,
  SECOND,
} from '#tests/integration/results/lab-setup.ts'
import { newestOf, sheetOf, versionOf } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../operator/sample-files.ts'

const PEOPLE = [
  { surname: 'Marlow', forename: 'Gareth', birthDate: '1958-04-12' },
  { surname: 'Pendle', forename: 'Arthur', birthDate: '1961-02-03' },
  { surname: 'Quayle', forename: 'Desmond', birthDate: '1949-11-30' },
]

async function onSite<Value>(
  dataDir: string,
  work: (database: SqlDatabase) => Promise<Value>,
): Promise<Value> {
  const { database: url } = JSON.parse(readFileSync(join(dataDir, 'addresses.json'), 'utf8')) as {
    database: string
  }
  const database = openSqlDatabase({ url, poolMax: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** An event of today with three patients who have consented; the reference of the first, and a label. */
export const newEveningOfToday = (dataDir: string) =>
  onSite(dataDir, async (database) => {
    const day = londonDate(new Date())
    const event = await buildEvent(database, {
      event_on: day,
      event_name: 'Harbour Hall screening',
      start_time: '18:00',
      end_time: '18:15',
      session_minutes: 5,
      places_per_slot: 1,
      total_spaces: PEOPLE.length,
      lab_name: 'Northgate Pathology',
    })
    const [first] = await bookPast(database, event, PEOPLE, day)
    return {
      event,
      reference: referenceNumber(first?.appointmentId ?? ''),
      label: randomLabel(Math.random),
    }
  })

/** What is done with the values of the evening before its last file: ready to release, red after two readers, not judged. */
const VALUES = [
  ['1.10', 'green', [CLINICIAN]],
  ['0.85', 'green', [CLINICIAN]],
  ['24.2', 'red', [CLINICIAN, SECOND]],
  ['4.60', '', []],
] as const

/** A past event with tubes and results, and the file that its laboratory sends next: one row that agrees, one with another surname. */
export const newLabEvening = (dataDir: string) =>
  onSite(dataDir, async (database) => {
    const { dataKeys, lookupKey } = localKeys(dataDir)
    const [id = '', key = ''] = dataKeys.split(':')
    const sealer = createSealer({
      data: [{ id, key: Buffer.from(key, 'base64') }],
      lookup: Buffer.from(lookupKey, 'base64'),
    })
    const deps = { database, sealer, clock: { now: () => new Date() } }
    const laboratory = 'Upland Pathology'
    // Another birth date in each run: the patients of another one would be namesakes.
    const born = addDays('1951-01-01', Math.floor(Math.random() * 4000))
    const people = ['Marlow', 'Pendle', 'Quayle', 'Rowan', 'Selby', 'Tarrant'].map((surname) => ({
      surname,
      forename: 'Edwin',
      birthDate: born,
    }))
    const event = await pastEvent(database, people.length, laboratory)
    const tubes = (await bookPast(database, event, people)).map(
      ({ person, profileId, appointmentId }) => ({
        ...{ ...person, profileId, appointmentId, laboratory },
        reference: referenceNumber(appointmentId),
        label: randomLabel(Math.random),
        takenOn: EVENT_DAY,
      }),
    )
    const attended = await recordAttendance(deps, attendanceCsv(tubes), NURSE)
    if (!attended.ok) throw new Error(JSON.stringify(attended.faults))
    const sent = VALUES.flatMap(([value, light, readers], at) => {
      const tube = tubes[at]
      return tube ? [{ tube, value, light, readers }] : []
    })
    await importLabFile(deps, labCsv(sent.map(({ tube, value }) => cellsOf(tube, value))), CLERK)
    for (const { tube, value, light, readers } of sent) {
      const result = await newestOf(database, tube)
      for (const by of readers) {
        const version = await versionOf(database, result.id)
        await approveResults(deps, sheetOf([{ id: result.id, version, tube, value, light }]), by)
      }
    }
    const next = tubes.slice(VALUES.length).map((tube, at) => ({
      ...cellsOf(tube, at === 0 ? '0.70' : '1.30'),
      ...(at === 0 ? {} : { surname: 'Tarrent' }),
    }))
    return { laboratory, csv: labCsv(next) }
  })
