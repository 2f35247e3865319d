import { afterAll, describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { listOwnConsents } from '#booking/server/database/consents.ts'
import { csvLine, csvRecords } from '#core/rules/csv.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { runSheet } from '#results/commands/run-sheet.ts'
import { listPatientTests } from '#results/server/database/patient-tests.ts'
import { importLabFile } from '#results/server/laboratory/lab-import.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { cellsOf } from '#tests/fixtures/lab-rows.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  bookPast,
  CLERK,
  EVENT_DAY,
  LABORATORY,
  NURSE,
  newLabel,
  type Person,
  pastEvent,
  sealer,
  type TakenTube,
} from '#tests/integration/results/lab-setup.ts'
import { importValue } from '#tests/integration/results/result-steps.ts'
import { labCsv } from '../../../scripts/operator/sample-files.ts'

const LEAD = 'Ida Crane, coordinator'
const BIRTH = '1961-02-03'
const COLUMNS = [
  'reference',
  'patient',
  'event',
  'surname',
  'first name',
  'date of birth',
  'consent',
  'outcome',
  'label',
  'taken_at',
  'reason',
  'correction',
] as const
type Line = Partial<Record<(typeof COLUMNS)[number], string>>

const test = perFile(testDatabase)
afterAll(async () => {
  expect(await findViolations(test.database)).toEqual([])
})

const person = (surname: string, forename = 'Edwin'): Person => ({
  surname,
  forename,
  birthDate: BIRTH,
})

/** An evening of patients who have booked and consented. */
async function evening(...people: Person[]) {
  const { database } = test
  const eventId = await pastEvent(database, people.length)
  const booked = await bookPast(database, eventId, people)
  return {
    eventId,
    patients: booked.map((one) => ({ ...one, reference: referenceNumber(one.appointmentId) })),
    sheet: async () =>
      (await runSheet(
        {
          database,
          now: new Date(),
          sealer: () => sealer,
        },
        eventId,
        'csv',
        'Olive Ward',
      )) ?? '',
  }
}

const fileOf = (lines: readonly Line[]) =>
  [csvLine(COLUMNS), ...lines.map((line) => csvLine(COLUMNS.map((name) => line[name] ?? '')))].join(
    '',
  )
const record = (lines: readonly Line[], by = NURSE) =>
  recordAttendance({ database: test.database, sealer }, fileOf(lines), by)
const came = (label: string, more: Line = {}): Line => ({
  'date of birth': formatShortDate(BIRTH),
  outcome: 'attended',
  label,
  taken_at: '9:30',
  ...more,
})
const counts = (more: Partial<Record<string, number>>) => ({
  ok: true,
  counts: { attended: 0, missed: 0, notTested: 0, corrected: 0, unchanged: 0, ...more },
  namesakes: [],
  held: 0,
})
const fault = (line: number, problem: string) => ({ ok: false, faults: [{ line, problem }] })

/** The live tubes of an event, by patient. */
async function liveTubes(eventId: number): Promise<Record<string, string>> {
  const { rows } = await test.database.query<{ id: number; label: string }>(
    'select profile_id as id, label from app.samples where event_id = $1 and lab.is_live(state)',
    [eventId],
  )
  return Object.fromEntries(rows.map(({ id, label }) => [id, label]))
}

/** Cells of a printed sheet by column, of the rows with a surname. */
function readSheet(csv: string): Record<string, string>[] {
  const [header, ...rows] = [...csvRecords(csv)]
  return rows
    .map(({ cells }) =>
      Object.fromEntries((header?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])),
    )
    .filter((row) => row['surname'] !== '')
}

describe('the run sheet is the attendance file', () => {
  it('EVM-02 CLI-05 what is printed, filled in, read and printed again is the same; a second reading changes nothing', async () => {
    const { eventId, patients, sheet } = await evening(
      person('Harbour'),
      person('Quayside'),
      person('Lockkeeper'),
      person('Ferryman'),
    )
    const labels = [newLabel(), newLabel()]
    const printed = await sheet()
    expect(await recordAttendance({ database: test.database, sealer }, printed, NURSE)).toEqual(
      counts({}),
    )
    const outcomes = [
      `attended,${labels[0]},09:40,,`,
      `attended,${labels[1]},9:45,,`,
      'no-show,,,,',
      'not-tested,,,ate before,',
    ]
    let at = 0
    const filled = printed.replace(/,online,,,,,\r\n/g, () => {
      at += 1
      return `,online,${outcomes[at - 1]}\r\n`
    })
    const read = (csv: string) => recordAttendance({ database: test.database, sealer }, csv, NURSE)
    expect(await read(filled)).toEqual(counts({ attended: 2, missed: 1, notTested: 1 }))
    const again = await sheet()
    const rows = readSheet(again)
    expect(
      rows.map(({ status, outcome, label, taken_at }) => [status, outcome, label, taken_at]),
    ).toEqual([
      ['attended', 'attended', labels[0], '09:40'],
      ['attended', 'attended', labels[1], '09:45'],
      ['no show', 'no-show', '', ''],
      ['not tested', 'not-tested', '', ''],
    ])
    expect(again).not.toContain('ate before')
    expect(await read(again)).toEqual(counts({ unchanged: 4 }))
    expect(await sheet()).toBe(again)
    expect(Object.keys(await liveTubes(eventId))).toEqual(
      patients.slice(0, 2).map(({ profileId }) => String(profileId)),
    )
  })

  it('CLI-03 two patients with one surname and birth date: a warning on both rows and after their tubes', async () => {
    const { patients, sheet } = await evening(
      person('O’Brien', 'Sean'),
      person('OBRIEN', 'Liam'),
      person('Brien'),
    )
    const warnings = readSheet(await sheet()).map(({ warning }) => warning)
    expect(warnings).toEqual([
      `SAME SURNAME AND BIRTH DATE AS ${patients[1]?.reference}`,
      `SAME SURNAME AND BIRTH DATE AS ${patients[0]?.reference}`,
      '',
    ])
    const labels = [newLabel(), newLabel(), newLabel()]
    const lines = patients.map(({ reference }, index) =>
      came(labels[index] ?? '', { reference, taken_at: `09:3${index}` }),
    )
    expect(await record(lines)).toMatchObject({ ok: true, namesakes: [labels.slice(0, 2)] })
  })

  it('CLI-02 CLI-06 a reference or a number alone binds nothing: surname or birth date is compared', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients.map(({ reference }) => reference)
    const label = newLabel()
    const wrongDay = { reference: one ?? '', 'date of birth': '04/02/1961' }
    const of = (more: Line) => record([came(label, { reference: one ?? '', ...more })])
    expect(await of({ 'date of birth': '' })).toEqual(
      fault(2, 'surname or date of birth is missing: fill in one of them'),
    )
    expect(await of(wrongDay)).toEqual(
      fault(2, 'the date of birth is not this patient’s: check the reference and the date'),
    )
    expect(await of({ surname: 'Quayside' })).toEqual(
      fault(2, 'the surname is not this patient’s: check the reference and the name'),
    )
    expect(await liveTubes(eventId)).toEqual({})
    const typed = { patient: String(patients[1]?.profileId), event: String(eventId) }
    expect(await record([came(label, { ...typed, surname: 'quay side' })])).toEqual(
      counts({ attended: 1 }),
    )
    const { rows } = await test.database.query(
      'select appointment_id as id from app.samples where label = $1',
      [label],
    )
    expect(rows, two).toEqual([{ id: patients[1]?.appointmentId }])
  })

  it('CLI-05 LAB-01 a patient with one name goes through the evening with the printed sheet, and their row is taken over', async () => {
    const one = { surname: '-', forename: 'Ravi', birthDate: BIRTH }
    const { eventId, patients, sheet } = await evening(one, person('Harbour'), person('.', 'Anil'))
    const printed = readSheet(await sheet())
    expect(printed.map(({ warning }) => warning)).toEqual(['', '', ''])
    const lines = printed.map((cells, at) => ({
      ...cells,
      outcome: 'attended',
      label: newLabel(),
      taken_at: `10:0${at}`,
    }))
    expect(await record(lines)).toEqual(counts({ attended: 3 }))
    const { rows } = await test.database.query(
      'select surname_key, forename_key from app.samples where event_id = $1 order by 1',
      [eventId],
    )
    expect(rows).toEqual([
      { surname_key: 'anil', forename_key: 'anil' },
      { surname_key: 'harbour', forename_key: 'edwin' },
      { surname_key: 'ravi', forename_key: 'ravi' },
    ])
    const labels = await liveTubes(eventId)
    const send = async (at: number, names: { surname: string; forename: string }) => {
      const label = labels[patients[at]?.profileId ?? 0] ?? ''
      const tube = { profileId: 0, label, ...names, birthDate: BIRTH, takenOn: EVENT_DAY }
      const cells = cellsOf({ ...tube, laboratory: LABORATORY }, '1.20')
      const sent = await importLabFile({ database: test.database, sealer }, labCsv([cells]), CLERK)
      expect(sent).toMatchObject({ ok: true })
      const stored = await test.database.query(
        'select decision, reasons from app.lab_rows where label = $1',
        [label],
      )
      return stored.rows
    }
    // The only name as the surname, and in its place.
    expect(await send(0, { surname: 'RAVI', forename: '' })).toEqual([
      { decision: 'accepted', reasons: [] },
    ])
    expect(await send(1, { surname: '-', forename: 'Ravi' })).toEqual([
      { decision: 'quarantined', reasons: ['surname-differs', 'forename-differs'] },
    ])
    // The same one name in the other field, and the same birth date: a namesake.
    const later = await evening({ surname: 'Ravi', forename: '.', birthDate: BIRTH })
    const [namesake] = readSheet(await later.sheet())
    expect(
      await record([{ ...namesake, outcome: 'attended', label: newLabel(), taken_at: '11:00' }]),
    ).toMatchObject({ counts: { attended: 1 }, held: 1 })
    // Three tubes of one evening and birth date: no name at all never agrees with one of them.
    expect(await send(2, { surname: '.', forename: '-' })).toEqual([
      { decision: 'quarantined', reasons: ['surname-missing'] },
    ])
  })

  it('CLI-05 a surname that is not a name is compared by the first name or the birth date, whichever the line has', async () => {
    const { patients } = await evening({ ...person('-'), forename: 'Sunil' }, person('Harbour'))
    const line = (more: Line) =>
      came(newLabel(), { reference: patients[0]?.reference ?? '', 'date of birth': '', ...more })
    expect(await record([line({ surname: '-' })])).toEqual(
      fault(2, 'the surname is not a name: fill in the first name or the date of birth'),
    )
    expect(await record([line({ surname: '-', 'first name': 'Anil' })])).toEqual(
      fault(2, 'the surname is not this patient’s: check the reference and the name'),
    )
    const bySurname = {
      reference: patients[1]?.reference ?? '',
      surname: '-',
      'first name': 'Sunil',
    }
    expect(await record([line(bySurname)])).toEqual(
      fault(2, 'the surname is not this patient’s: check the reference and the name'),
    )
    // The one name of the line is the surname of this patient, who has another first name.
    const other = {
      ...line({ surname: '-', 'first name': 'Harbour' }),
      reference: patients[1]?.reference ?? '',
    }
    expect(await record([other])).toEqual(
      fault(2, 'the surname is not this patient’s: check the reference and the name'),
    )
    expect(await record([line({ surname: '—', 'first name': 'SUNIL' })])).toEqual(
      counts({ attended: 1 }),
    )
  })
})

describe('a tube without consent or identity', () => {
  it('CLI-03 CLI-06 is refused for a walk-in without consent; the number of a paper form records one, once and for one patient', async () => {
    const { eventId, sheet } = await evening(person('Harbour'))
    const ids = [
      await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Wally' }),
      await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Percy' }),
    ]
    const of = (at: number, more: Line = {}) =>
      came(newLabel(), { patient: String(ids[at]), event: String(eventId), ...more })
    const missing =
      'this patient has not consented to a test on this day: write the number of the paper form in the column consent'
    expect(await record([of(0)])).toEqual(fault(2, missing))
    const line = of(0, { consent: 'P-1042' })
    expect(await record([line])).toEqual(counts({ attended: 1 }))
    expect(await record([line])).toEqual(counts({ unchanged: 1 }))
    expect(await record([of(1, { consent: 'form P-1042' })])).toEqual(
      fault(2, 'the paper form P-1042 is recorded for another patient or day'),
    )
    const consents = await listOwnConsents(test.database, sealer, ids[0] ?? 0)
    expect(consents).toMatchObject([{ testOn: EVENT_DAY, paperForm: 'P-1042', answers: null }])
    const walkIn = readSheet(await sheet()).find(({ patient }) => patient === String(ids[0]))
    expect(walkIn).toMatchObject({ status: 'walk-in', consent: 'form P-1042', label: line.label })
  })

  it('CLI-03 CLI-07 is refused by the database: no arrival, identity, consent or answers, a cancelled or closed event; each alone', async () => {
    const { eventId, patients } = await evening(person('Harbour'))
    const [one] = patients
    const attend = `select r_reason as reason from lab.attend(gen_random_uuid(), '${one?.appointmentId}', ${one?.profileId}, ${eventId}, (select min(lab_id) from app.labs), '${newLabel()}',
      '${EVENT_DAY} 09:30 Europe/London', 'harbour', 'edwin', '${BIRTH}', 'x', '${NURSE}')`
    const identified = `select lab.record_at_desk(gen_random_uuid(), ${one?.profileId}, ${eventId}, '${one?.appointmentId}', 'identity-confirmed', null, 'paper', '${NURSE}')`
    const failed = identified.replace('confirmed', 'failed')
    const arrived = identified.replace('identity-confirmed', 'arrived')
    const answered = identified.replace('identity-confirmed', 'answers')
    const reasonAfter = async (...before: string[]) => {
      const text = ['begin', ...before, attend].join('; ')
      const answers = (await test.database.query(text)) as unknown as { rows: unknown[] }[]
      await test.database.query('rollback')
      return answers.at(-1)?.rows
    }
    const forget = [
      `select set_config('app.append_only', 'erase:${one?.profileId}', true)`,
      `delete from app.consents where profile_id = ${one?.profileId}`,
    ]
    const cancelled = `update app.events set cancelled_at = now() where event_id = ${eventId}`
    const closed = `update app.events set closed_at = now() where event_id = ${eventId}`
    const all = [arrived, identified, answered]
    const refused = (reason: string | null) => [{ reason }]
    expect(await reasonAfter(...all)).toEqual(refused(null))
    expect(await reasonAfter()).toEqual(refused('not-arrived'))
    expect(await reasonAfter(identified, answered)).toEqual(refused('not-arrived'))
    expect(await reasonAfter(arrived, answered)).toEqual(refused('no-identity'))
    expect(await reasonAfter(...all, failed)).toEqual(refused('no-identity'))
    expect(await reasonAfter(arrived, identified)).toEqual(refused('no-answers'))
    expect(await reasonAfter(...all, ...forget)).toEqual(refused('no-consent'))
    expect(await reasonAfter(...all, cancelled)).toEqual(refused('event-cancelled'))
    expect(await reasonAfter(...all, closed)).toEqual(refused('event-closed'))
  })

  it('CLI-02 desk records are append-only, of the patient of their appointment, and repeats change nothing', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients
    const id = '5f0c1d52-6a0e-4a7c-9d0b-000000000001'
    const arrived = `select lab.record_at_desk('${id}', ${one?.profileId}, ${eventId}, '${one?.appointmentId}', 'arrived', null, 'online', '${NURSE}')`
    await test.database.query(arrived)
    await test.database.query(arrived)
    const { rows } = await test.database.query(
      'select count(*)::int as n from app.desk_records where event_id = $1',
      [eventId],
    )
    expect(rows).toEqual([{ n: 1 }])
    for (const change of [
      `update app.desk_records set kind = 'left'`,
      'delete from app.desk_records',
      'truncate app.desk_records',
    ]) {
      await expect(test.database.query(change)).rejects.toThrow(/append-only/)
    }
    const foreign = arrived
      .replace(id, id.replace(/1$/, '2'))
      .replace(`${one?.profileId}`, `${two?.profileId}`)
    await expect(test.database.query(foreign)).rejects.toThrow(/L1/)
  })
})

describe('corrections', () => {
  it('CLI-04 swapped labels of two patients, by a coordinator with a reason, in one file', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const labels = [newLabel(), newLabel()]
    const lines = patients.map(({ reference }, at) => came(labels[at] ?? '', { reference }))
    await record(lines)
    const swapped = lines.map((line, at) => ({
      ...line,
      label: labels[1 - at] ?? '',
      correction: 'labels exchanged',
    }))
    const forbidden = 'a correction is for: coordinator'
    expect(await record(swapped)).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([{ line: 2, problem: forbidden }]),
    })
    const plain = swapped.map((line) => ({ ...line, correction: '' }))
    expect(await record(plain, LEAD)).toMatchObject({ ok: false })
    expect(await record(swapped, LEAD)).toEqual(counts({ corrected: 2 }))
    expect(await record(swapped, LEAD)).toEqual(counts({ unchanged: 2 }))
    expect(await liveTubes(eventId)).toEqual({
      [patients[0]?.profileId ?? '']: labels[1],
      [patients[1]?.profileId ?? '']: labels[0],
    })
    const back = lines.map((line) => ({ ...line, correction: 'exchanged again' }))
    expect(await record(back, LEAD)).toMatchObject({
      ok: false,
      faults: [
        { problem: 'this label is used already: read the label again' },
        { problem: 'this label is used already: read the label again' },
      ],
    })
    const { rows } = await test.database.query(
      `select action, operator, reason from app.audit_log
        where subject = $1 and action = 'outcome-corrected'`,
      [`appointment:${patients[0]?.appointmentId}`],
    )
    expect(rows).toEqual([
      { action: 'outcome-corrected', operator: LEAD, reason: 'labels exchanged' },
    ])
  })

  it('CLI-05 a no-show who came late, a patient marked by mistake, and back to booked', async () => {
    const { eventId, patients, sheet } = await evening(person('Harbour'), person('Quayside'))
    const [late, mistaken] = patients.map(({ reference }) => ({
      reference,
      'date of birth': formatShortDate(BIRTH),
    }))
    const [one, two] = [newLabel(), newLabel()]
    await record([{ ...late, outcome: 'no-show' }, came(one, mistaken)])
    const correction = 'wrong line'
    expect(
      await record([came(two, late), { ...mistaken, outcome: 'no-show', correction }], LEAD),
    ).toEqual(fault(2, 'the appointment is not booked: the run sheet has its status'))
    expect(
      await record(
        [came(one, { ...late, correction }), { ...mistaken, outcome: 'no-show', correction }],
        LEAD,
      ),
    ).toEqual(counts({ corrected: 2 }))
    expect(await liveTubes(eventId)).toEqual({ [patients[0]?.profileId ?? '']: one })
    expect(await record([{ ...mistaken, outcome: 'booked', correction }], LEAD)).toEqual(
      counts({ corrected: 1 }),
    )
    expect(readSheet(await sheet()).map(({ status }) => status)).toEqual(['attended', 'booked'])
  })

  it('CLI-04 nothing is corrected once the laboratory has sent a row for the tube', async () => {
    const { eventId, patients } = await evening(person('Lighterman'))
    const [one] = patients
    const reference = one?.reference ?? ''
    const label = newLabel()
    await record([came(label, { reference })])
    const tube = {
      ...person('Lighterman'),
      label,
      takenOn: EVENT_DAY,
      laboratory: 'Northgate Pathology',
    }
    await importValue(test.database, { ...tube, ...one, reference } as TakenTube, '1.2')
    const line = { reference, 'date of birth': formatShortDate(BIRTH), correction: 'wrong line' }
    for (const outcome of ['no-show', 'booked']) {
      expect(await record([{ ...line, outcome }], LEAD)).toEqual(
        fault(
          2,
          'the laboratory has sent a row for the tube: withdraw a result of it (results -- withdraw), then clinic -- void',
        ),
      )
    }
    expect(await liveTubes(eventId)).toEqual({ [one?.profileId ?? '']: label })
  })

  it('CLI-04 control: without the check of the laboratory’s rows the guard of the sample refuses the same correction', async () => {
    const { database } = test
    const { eventId, patients } = await evening(person('Harbour'))
    const [one] = patients
    const label = newLabel()
    await record([came(label, { reference: one?.reference ?? '' })])
    const named = `insert into app.lab_rows (row_id, file_id, line, label, decision, reasons)
      select gen_random_uuid(), file_id, 997, '${label}', 'quarantined', '{x}' from app.lab_files limit 1`
    const back = `select lab.take_back('${one?.appointmentId}', ${one?.profileId}, ${eventId}, false, '${LEAD}', 'x')`
    const { rows } = await database.query<{ text: string }>(
      `select pg_get_functiondef('lab.take_back'::regproc) as text`,
    )
    const without = (rows[0]?.text ?? '').replace(
      'from app.lab_rows w where',
      'from app.lab_rows w where false and',
    )
    await expect(database.query(['begin', named, without, back].join('; '))).rejects.toThrow(
      /is not mistaken/,
    )
    await database.query('rollback')
  })
})

describe('desk records over the years', () => {
  it('OPS-05 OPS-06 LAB-10 their details are encrypted again under a new key, and go with the erasure, as the consent on paper does', async () => {
    const { database } = test
    const { eventId } = await evening(person('Harbour'))
    const id = await buildProfile(database, { birth_date: BIRTH, last_name: 'Passerby' })
    const line = { patient: String(id), event: String(eventId), surname: 'Passerby' }
    const untested = { ...line, outcome: 'not-tested', reason: 'faint', consent: 'P-7' }
    expect(await record([untested])).toEqual(counts({ notTested: 1 }))
    const reseal = `select app.reseal('desk_records', array[desk_record_id::text], array[details_sealed], array['new'::bytea], 'k2', 'Ada Quill') as n
      from app.desk_records where profile_id = ${id}`
    expect((await database.query(reseal)).rows).toEqual([{ n: 1 }])
    const left = `select (select count(*)::int from app.desk_records where profile_id = ${id}) as desk,
      (select count(*)::int from app.consents where profile_id = ${id}) as consents`
    expect((await database.query(left)).rows).toEqual([{ desk: 1, consents: 1 }])
    await database.query(`select app.erase_patient(${id}, 'Ada Quill', 'asked', '{}')`)
    expect((await database.query(left)).rows).toEqual([{ desk: 0, consents: 0 }])
  })
})

describe('came, not tested', () => {
  it('CLI-05 needs a reason, which is sealed; it is neither a no-show nor a test, and the portal does not wait for a result', async () => {
    const { patients } = await evening(person('Harbour'))
    const [one] = patients
    const line = {
      reference: one?.reference ?? '',
      'date of birth': formatShortDate(BIRTH),
      outcome: 'not-tested',
    }
    expect(await record([line])).toEqual(
      fault(2, 'not-tested needs a reason: fill in the column reason'),
    )
    const reason = 'infection of the urine'
    expect(await record([{ ...line, reason }])).toEqual(counts({ notTested: 1 }))
    expect(await record([{ ...line, reason }])).toEqual(counts({ unchanged: 1 }))
    const id = one?.profileId ?? 0
    expect(await listPatientTests(test.database, id)).toEqual([])
    const read = async (text: string) => (await test.database.query(text)).rows
    expect(await read(`select day from app.tests where profile_id = ${id}`)).toEqual([])
    expect(await read(`select status from app.appointments where profile_id = ${id}`)).toEqual([
      { status: 'attended' },
    ])
    const audit = await read(
      `select action, coalesce(reason, '') as reason from app.audit_log where subject = 'appointment:${one?.appointmentId}' order by audit_id`,
    )
    expect(audit).toEqual([
      { action: 'appointment-attended', reason: '' },
      { action: 'desk-not-tested', reason: '' },
    ])
    const label = newLabel()
    const tested = came(label, { reference: line.reference })
    expect(await record([tested])).toEqual(
      fault(
        2,
        'this patient is recorded as not tested: replace that by a line with a reason in the column correction',
      ),
    )
    expect(await record([{ ...tested, correction: 'was tested' }], LEAD)).toEqual(
      counts({ corrected: 1 }),
    )
    expect(await listPatientTests(test.database, id)).toHaveLength(1)
  })
})
