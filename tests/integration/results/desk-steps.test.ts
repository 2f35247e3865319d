import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { ageOn, isScreeningAge } from '#core/rules/age.ts'
import { NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { addDays, addYears } from '#core/rules/time.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { recordAttendance } from '#results/commands/clinic-attended.ts'
import { NOT_ON_SHEET, paperField, readPaperPage } from '#results/rules/paper-lines.ts'
import { deskRecordContext } from '#results/server/database/desk-records.ts'
import { lockPlaces } from '#results/server/database/results-samples.ts'
import { recordPaperConsent } from '#results/server/desk/desk-bind.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'
import { paperFault } from '#results/texts/desk-paper.ts'
import { buildConsent, buildProfile } from '#tests/fixtures/builders.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import {
  askAll,
  BIRTH,
  buildEvening,
  buildMember,
  DAY,
  type Desk,
  NO,
  OFFSET_SECONDS,
  openDesk,
} from '#tests/integration/results/desk-evening.ts'
import { deskFile, done, known, person, refused } from '#tests/integration/results/desk-file.ts'
import { newLabel, sealer } from '#tests/integration/results/lab-setup.ts'

const { test, desk, nurse, other, lead, evening, rowsOf } = deskFile()

describe('one patient', () => {
  it('CLI-02 CLI-03 CLI-07 goes through the four steps; each repeat changes nothing; every step has its audit row with member and patient', async () => {
    const { patients } = await evening(person('Harbour'))
    const [one] = patients
    const ref = one?.ref ?? { eventId: 0, caseId: '' }
    const step = async () => (await desk.open(ref))?.step
    expect(await step()).toBe('identity')
    const arrival = { key: randomUUID(), agrees: true }
    expect(await desk.checkIn(nurse, ref, arrival)).toEqual(done)
    expect(await desk.checkIn(nurse, ref, arrival)).toEqual(known)
    expect(await step()).toBe('questions')
    const answers = { key: randomUUID(), answers: NO }
    expect(await desk.answer(nurse, ref, { ...answers, answers: { ...NO, biopsy: '' } })).toEqual({
      ok: false,
      faults: { biopsy: 'Choose yes or no.' },
    })
    expect(await desk.answer(nurse, ref, answers)).toEqual(done)
    expect(await desk.answer(nurse, ref, answers)).toEqual(known)
    expect(await step()).toBe('label')
    const label = newLabel()
    expect(await desk.checkLabel(label.toLowerCase())).toEqual({ label })
    const save = { key: randomUUID(), label }
    expect(await desk.save(nurse, ref, save)).toEqual(done)
    expect(await desk.save(nurse, ref, save)).toEqual(known)
    expect(await step()).toBe('outcome')
    const audit = await rowsOf(
      `select action, operator, staff_id, subjects from app.audit_log where subjects @> array[$1::bigint] order by audit_id`,
      [one?.profileId],
    )
    const entry = { operator: 'Bea Lund, phlebotomist', staff_id: nurse.staffId }
    expect(audit).toEqual(
      [
        'desk-arrived',
        'desk-identity-confirmed',
        'desk-answers',
        'appointment-attended',
        'sample-taken',
      ].map((action) => ({ action, ...entry, subjects: [one?.profileId] })),
    )
    const [sealed] = await rowsOf<{ id: string; details: Buffer }>(
      `select desk_record_id as id, details_sealed as details from app.desk_records where profile_id = $1 and kind = 'answers'`,
      [one?.profileId],
    )
    expect(
      sealer.open(sealed?.details ?? Buffer.of(), deskRecordContext(sealed?.id ?? '')),
    ).toContain('Have you had a biopsy in the last six weeks? No.')
  })

  it('CLI-02 CLI-03 nobody skips a step, and a name that does not agree stops everybody but a coordinator', async () => {
    const { patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients.map(({ ref }) => ref)
    if (one === undefined || two === undefined) throw new Error('no patients')
    const save = () => desk.save(nurse, one, { key: randomUUID(), label: newLabel() })
    const answer = () => desk.answer(nurse, one, { key: randomUUID(), answers: NO })
    const arrive = (member: StaffMember, agrees: boolean) =>
      desk.checkIn(member, one, { key: randomUUID(), agrees })
    expect(await save()).toEqual(refused('label', 'not-arrived'))
    expect(await answer()).toEqual(refused('form', 'no-identity'))
    expect(await arrive(nurse, false)).toEqual(done)
    expect((await desk.open(one))?.step).toBe('stopped')
    expect(await arrive(other, true)).toEqual(refused('form', 'identity-failed'))
    expect(await save()).toEqual(refused('label', 'no-identity'))
    expect(await arrive(lead, true)).toEqual(done)
    expect(await save()).toEqual(refused('label', 'no-answers'))
    const stale = await desk.checkIn(nurse, { ...one, caseId: 'x' }, { key: 'x', agrees: true })
    expect(stale).toMatchObject({ ok: false })
    expect(await desk.save(nurse, two, { key: 'x', label: newLabel() })).toMatchObject({
      ok: false,
    })
  })

  it('CLI-07 a yes ends without a tube: not tested, the reason is sealed and can be undone', async () => {
    const { patients } = await evening(person('Harbour'))
    const ref = patients[0]?.ref ?? { eventId: 0, caseId: '' }
    await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: true })
    const yes = { key: randomUUID(), answers: { ...NO, infection: 'yes' } }
    expect(await desk.answer(nurse, ref, yes)).toEqual(done)
    expect(await desk.answer(nurse, ref, yes)).toEqual(known)
    const open = await desk.open(ref)
    expect(open).toMatchObject({ step: 'outcome', state: 'not-tested' })
    expect(await desk.save(nurse, ref, { key: randomUUID(), label: newLabel() })).toEqual(
      refused('label', 'not-tested'),
    )
    const undo = { outcome: open?.undoable?.id ?? '', label: '', reason: '' }
    expect(await desk.undo(nurse, ref, undo)).toEqual(done)
    expect((await desk.open(ref))?.step).toBe('identity')
  })

  it('CLI-02 CLI-07 an answer that is changed and sent again with the key of the same page counts, as the second one', async () => {
    const { patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients.map(({ ref }) => ref)
    if (one === undefined || two === undefined) throw new Error('no patients')
    await desk.checkIn(nurse, one, { key: randomUUID(), agrees: true })
    const key = randomUUID()
    expect(await desk.answer(nurse, one, { key, answers: NO })).toEqual(done)
    const yes = { key, answers: { ...NO, biopsy: 'yes' } }
    expect(await desk.answer(nurse, one, yes)).toEqual(done)
    expect(await desk.answer(nurse, one, yes)).toEqual(known)
    expect(await desk.save(nurse, one, { key: randomUUID(), label: newLabel() })).toEqual(
      refused('label', 'not-tested'),
    )
    expect(await desk.checkIn(nurse, two, { key, agrees: true })).toEqual(done)
    expect(await desk.checkIn(nurse, two, { key, agrees: false })).toEqual(done)
    expect((await desk.open(two))?.step).toBe('stopped')
  })

  it('CLI-02 an undo does not take back a comparison that failed: only a coordinator goes on', async () => {
    const { patients } = await evening(person('Harbour'))
    const ref = patients[0]?.ref ?? { eventId: 0, caseId: '' }
    await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: false })
    expect(await desk.stop(nurse, ref, { key: randomUUID(), reason: 'sent home' })).toEqual(done)
    const outcome = (await desk.open(ref))?.undoable?.id ?? ''
    expect(await desk.undo(nurse, ref, { outcome, label: '', reason: '' })).toEqual(done)
    const arrive = (member: StaffMember) =>
      desk.checkIn(member, ref, { key: randomUUID(), agrees: true })
    expect(await arrive(nurse)).toEqual(refused('form', 'identity-failed'))
    expect(await arrive(lead)).toEqual(done)
  })

  it('CLI-03 CLI-08 two patients, one label at the same moment: one is refused, without a name', async () => {
    const { patients } = await evening(person('Harbour'), person('Quayside'))
    for (const { ref } of patients) await askAll(desk, nurse, ref)
    const label = newLabel()
    const second = openDesk(test.open({ clockOffsetSeconds: OFFSET_SECONDS }))
    const results = await Promise.all(
      patients.map(({ ref }, at) =>
        (at === 0 ? desk : second).save(nurse, ref, { key: randomUUID(), label }),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results).toContainEqual(refused('label', 'label-used'))
    expect(await desk.checkLabel(label)).toEqual({ fault: DESK_REFUSALS['label-used'] })
    expect(await desk.checkLabel('0D8F-2F36')).toEqual({
      fault: 'This is the reference of a patient. Scan the label of the tube.',
    })
  })

  it('CLI-03 namesakes of an evening have the warning, both', async () => {
    const { patients } = await evening(
      person('O’Brien', 'Sean'),
      person('OBRIEN', 'Liam'),
      person('Brien'),
    )
    const cases = await Promise.all(patients.map(({ ref }) => desk.open(ref)))
    expect(cases.map((one) => one?.hasNamesake)).toEqual([true, true, false])
  })
})

describe('walk-ins', () => {
  it('CLI-06 number and birth date together, a place of its own, and the case goes through the same steps', async () => {
    const { eventId } = await buildEvening(test.database, [person('Harbour')], 1)
    const [first, second] = [
      await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Wally' }),
      await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Percy' }),
    ]
    const admit = (id: number, birthDate = BIRTH) =>
      desk.admit(nurse, eventId, { key: randomUUID(), number: String(id), birthDate })
    expect(await admit(first, '1961-03-02')).toMatchObject({
      fault: expect.stringContaining('There is no patient with this number and this birth date.'),
    })
    const admitted = await admit(first)
    const caseId = 'caseId' in admitted ? admitted.caseId : ''
    expect(await admit(first)).toEqual({ caseId })
    expect(await admit(second)).toEqual({ fault: DESK_REFUSALS['no-walk-in-place'] })
    const ref = { eventId, caseId }
    expect((await desk.open(ref))?.step).toBe('identity')
    await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: true })
    expect((await desk.open(ref))?.step).toBe('consent')
    expect(await desk.answer(nurse, ref, { key: randomUUID(), answers: NO })).toEqual(
      refused('form', 'no-consent'),
    )
    expect(await desk.recordConsent(nurse, ref, '?')).toMatchObject({ ok: false })
    expect(await desk.recordConsent(nurse, ref, `P/${first}`)).toEqual(done)
    await desk.answer(nurse, ref, { key: randomUUID(), answers: NO })
    const saved = await desk.save(nurse, ref, { key: randomUUID(), label: newLabel() })
    expect(saved).toEqual(done)
    const outcome = (await desk.open(ref))?.undoable?.id ?? ''
    expect(await desk.undo(nurse, ref, { outcome, label: '', reason: '' })).toEqual(done)
    const still = `select state from app.attendance where event_id = $1 and profile_id = $2`
    expect(await rowsOf(still, [eventId, first])).toEqual([{ state: 'here' }])
  })

  it('CLI-06 BOOK-11 the age of the day, as the booking has it, and not a patient who is booked here', async () => {
    const { eventId, patients } = await buildEvening(test.database, [person('Harbour')], 99)
    const births = [39, 40, 80, 81].flatMap((age) =>
      [-1, 0, 1].map((days) => addDays(addYears(DAY, -age), days)),
    )
    for (const birthDate of births) {
      const id = await buildProfile(test.database, { birth_date: birthDate })
      const form = { key: randomUUID(), number: String(id), birthDate }
      const admitted = await desk.admit(nurse, eventId, form)
      expect('caseId' in admitted, birthDate).toBe(isScreeningAge(ageOn(birthDate, DAY)))
    }
    const number = referenceNumber(patients[0]?.appointmentId ?? '')
    expect(
      await desk.admit(nurse, eventId, { key: randomUUID(), number, birthDate: BIRTH }),
    ).toEqual({ fault: DESK_REFUSALS['has-appointment'] })
  })
})

describe('tries of a walk-in', () => {
  it('CLI-06 tries that find nobody are recorded without the birth date and end after twenty; those who are found do not count', async () => {
    const { eventId } = await buildEvening(test.database, [person('Harbour')], 99)
    const member = await buildMember(test.database, 'Gil Stone', 'phlebotomist')
    const id = await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Wally' })
    const admit = (birthDate: string, by = member) =>
      desk.admit(by, eventId, { key: randomUUID(), number: String(id), birthDate })
    const day = (at: number) => addDays('1950-01-01', at)
    expect(await admit(BIRTH)).toHaveProperty('caseId')
    for (let at = 0; at < LIMITS.walkInTryPerStaff.most; at += 1) {
      expect(await admit(day(at))).toMatchObject({
        fault: expect.stringContaining('There is no patient'),
      })
    }
    const audit = await rowsOf(
      `select staff_id, subject, subjects, reason from app.audit_log where action = 'walk-in-refused' and staff_id = $1`,
      [member.staffId],
    )
    expect(audit).toHaveLength(LIMITS.walkInTryPerStaff.most)
    expect(audit[0]).toEqual({
      staff_id: member.staffId,
      subject: `event:${eventId}`,
      subjects: null,
      reason: null,
    })
    // Over the limit the right birth date says nothing either.
    expect(await admit(BIRTH)).toEqual(await admit(day(99)))
    expect(await admit(BIRTH)).not.toHaveProperty('caseId')
    expect(await admit(BIRTH, nurse)).toHaveProperty('caseId')
  })
})

describe('the end of an evening', () => {
  it('CLI-05 CLI-10 is closed when everybody has an outcome and the tubes are counted or explained; after that nothing changes', async () => {
    const people = ['Harbour', 'Quayside', 'Lockkeeper', 'Ferryman'].map((name) => person(name))
    const { eventId, patients } = await evening(...people)
    const [one, two, three, four] = patients.map(({ ref }) => ref)
    if (!one || !two || !three || !four) throw new Error('no patients')
    await askAll(desk, nurse, one)
    await desk.save(nurse, one, { key: randomUUID(), label: newLabel() })
    await desk.checkIn(nurse, two, { key: randomUUID(), agrees: true })
    const close = (tubes: number, explanation = '') =>
      desk.close(lead, eventId, { tubes, explanation })
    expect(await close(1)).toMatchObject({ reason: 'remaining', remaining: 3, tubes: 1 })
    const shown = (await desk.closing(eventId)).remaining.map((row) => row.appointmentId ?? '')
    expect(shown).toHaveLength(2)
    // One of them comes while the page is open.
    await desk.checkIn(nurse, three, { key: randomUUID(), agrees: true })
    expect(await desk.recordAbsent(lead, eventId, shown)).toMatchObject({ ok: false })
    expect(await desk.recordAbsent(lead, eventId, [four.caseId])).toEqual(done)
    for (const ref of [two, three]) {
      expect(await desk.stop(nurse, ref, { key: randomUUID(), reason: 'felt faint' })).toEqual(done)
    }
    expect(await close(2)).toMatchObject({ reason: 'tubes-differ', remaining: 0, tubes: 1 })
    expect(await close(2, 'one empty tube')).toMatchObject({ reason: undefined, isKnown: false })
    const again = await close(2, 'again')
    expect(again).toMatchObject({ reason: undefined, isKnown: true })
    expect(again.closedWith).toBeUndefined()
    expect(await close(1)).toMatchObject({ reason: undefined, isKnown: true, closedWith: 2 })
    const [event] = await rowsOf(
      'select closed_at is not null as closed, tubes_handed_over as tubes from app.events where event_id = $1',
      [eventId],
    )
    expect(event).toEqual({ closed: true, tubes: 2 })
    const audit = await rowsOf(
      `select operator, reason from app.audit_log where action = 'event-closed' and subject = $1`,
      [`event:${eventId}`],
    )
    expect(audit).toEqual([{ operator: 'Ida Crane, coordinator', reason: 'one empty tube' }])
    const outcome = { outcome: randomUUID(), label: '', reason: 'x' }
    expect(await desk.undo(lead, one, outcome)).toMatchObject({ ok: false })
    expect(await desk.checkIn(lead, four, { key: randomUUID(), agrees: true })).toEqual(
      refused('form', 'event-closed'),
    )
    const insert = `insert into app.desk_records (desk_record_id, profile_id, event_id, kind, source, recorded_by, recorded_at)
      values (gen_random_uuid(), ${patients[0]?.profileId}, ${eventId}, 'left', 'online', 'x, y', now())`
    await expect(test.database.query(insert)).rejects.toThrow(/CLI-05/)
  })
})

describe('an evening on paper', () => {
  it('CLI-09 stores a page of the sheet once, with the written times and source paper; a contradiction refuses all of it', async () => {
    const { eventId, patients } = await evening(
      person('Harbour'),
      person('Quayside'),
      person('Lockkeeper'),
    )
    const { rows, pages } = await desk.paperPage(eventId, 1)
    expect([rows.map(({ lastName }) => lastName), pages]).toEqual([
      ['Harbour', 'Quayside', 'Lockkeeper'],
      1,
    ])
    const labels = rows.map(() => newLabel())
    const lines = rows.map((row, at) => ({
      profileId: String(row.profileId),
      surname: row.lastName,
      forename: row.firstName,
      birthDate: row.birthDate ?? '',
      outcome: ['', '', 'not-tested'][at] ?? '',
      label: at < 2 ? (labels[at] ?? '') : '',
      takenAt: at < 2 ? `18:4${at}` : '',
      reason: at < 2 ? '' : 'felt faint',
      consent: '',
    }))
    const record = (typed = lines) => desk.recordPaper(nurse, eventId, typed)
    const [first, second, third] = lines
    if (!first || !second || !third) throw new Error('no lines')
    // The first is recorded on screen, with another label.
    const ref = patients[0]?.ref ?? { eventId, caseId: '' }
    await askAll(desk, nurse, ref)
    await desk.save(nurse, ref, { key: randomUUID(), label: labels[2] ?? '' })
    const contradiction = await record()
    expect(contradiction).toMatchObject({ ok: false, faults: [{ profileId: first.profileId }] })
    const tubes = () =>
      rowsOf<{ label: string; at: string }>(
        `select label, to_char(taken_at at time zone 'Europe/London', 'HH24:MI') as at from app.samples
          where event_id = $1 and lab.is_live(state) order by profile_id`,
        [eventId],
      )
    expect(await tubes()).toMatchObject([{ label: labels[2] }])
    const open = [{ ...first, label: '', takenAt: '' }, second, third]
    expect(await record(open)).toMatchObject({ ok: true, counts: { attended: 1, notTested: 1 } })
    expect(await record(open)).toMatchObject({ ok: true, counts: { unchanged: 2 } })
    expect((await tubes())[1]).toEqual({ label: labels[1], at: '18:41' })
    const long = { ...third, reason: 'x'.repeat(NOTE_LIMITS.deskReason + 1) }
    expect(await record([long])).toEqual({
      ok: false,
      faults: [
        { profileId: third.profileId, field: 'reason', words: 'Use 500 characters or fewer.' },
      ],
    })
    const sources = await rowsOf(
      'select distinct source from app.desk_records where profile_id = any($1)',
      [patients.slice(1).map(({ profileId }) => profileId)],
    )
    expect(sources).toEqual([{ source: 'paper' }])
    // The page was made for another patient: the name does not agree.
    const slipped = await record([{ ...second, profileId: first.profileId }])
    expect(slipped).toMatchObject({ ok: false })
    await buildConsent(test.database, patients[0]?.profileId ?? 0, DAY)
  })

  /** A page as a browser sends it: the fields of its patients, and what was typed. */
  const sendPage = (
    rows: Awaited<ReturnType<Desk['paperPage']>>['rows'],
    typed: Readonly<Record<string, string>>,
  ) => {
    const sent = new URLSearchParams(typed)
    for (const row of rows) {
      sent.append('patient', String(row.profileId))
      sent.append(paperField('surname', row.profileId), row.lastName)
      sent.append(paperField('forename', row.profileId), row.firstName)
      sent.append(paperField('born', row.profileId), row.birthDate ?? '')
    }
    return readPaperPage({
      text: (name) => sent.getAll(name).at(-1) ?? '',
      list: (name) => sent.getAll(name),
    })
  }

  it('CLI-09 a label stays with its patient when the positions change while the page is open', async () => {
    const { eventId } = await evening(person('Harbour'))
    const walkIn = async (surname: string) => {
      const id = await buildProfile(test.database, { birth_date: BIRTH, last_name: surname })
      const form = { key: randomUUID(), number: String(id), birthDate: BIRTH }
      const admitted = await desk.admit(nurse, eventId, form)
      return { id, ref: { eventId, caseId: 'caseId' in admitted ? admitted.caseId : '' } }
    }
    const [wally, percy] = [await walkIn('Wally'), await walkIn('Percy')]
    const namesOf = async () =>
      (await desk.paperPage(eventId, 1)).rows.map(({ lastName }) => lastName)
    const { rows } = await desk.paperPage(eventId, 1)
    expect(await namesOf()).toEqual(['Harbour', 'Wally', 'Percy'])
    const label = newLabel()
    const lines = sendPage(rows, {
      [paperField('label', wally.id)]: label,
      [paperField('time', wally.id)]: '18:41',
      [paperField('consent', wally.id)]: `P/${wally.id}`,
    })
    // Percy's tube is recorded on screen: this walk-in is then listed before the other.
    await desk.checkIn(nurse, percy.ref, { key: randomUUID(), agrees: true })
    await desk.recordConsent(nurse, percy.ref, `P/${percy.id}`)
    await desk.answer(nurse, percy.ref, { key: randomUUID(), answers: NO })
    await desk.save(nurse, percy.ref, { key: randomUUID(), label: newLabel() })
    expect(await namesOf()).toEqual(['Harbour', 'Percy', 'Wally'])
    expect(await desk.recordPaper(nurse, eventId, lines)).toMatchObject({
      ok: true,
      counts: { attended: 1 },
    })
    const tubes = await rowsOf('select profile_id as id from app.samples where label = $1', [label])
    expect(tubes).toEqual([{ id: wally.id }])
  })

  it('CLI-09 a patient of another evening and one who does not exist are refused in the same words, before anything is looked up', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const elsewhere = await evening(person('Lockkeeper'))
    const { rows } = await desk.paperPage(eventId, 1)
    const stranger = (profileId: number) => ({
      ...sendPage(rows, {}).at(0),
      ...{ profileId: String(profileId), surname: 'X', forename: '', birthDate: BIRTH },
      ...{ outcome: '', label: newLabel(), takenAt: '18:40', reason: '', consent: '' },
    })
    const own = sendPage(rows, {
      [paperField('label', patients[0]?.profileId ?? 0)]: newLabel(),
      [paperField('time', patients[0]?.profileId ?? 0)]: '18:40',
    })
    const before = await rowsOf('select count(*) from app.audit_log')
    for (const id of [elsewhere.patients[0]?.profileId ?? 0, 999_999_999]) {
      expect(await desk.recordPaper(lead, eventId, [...own, stranger(id)])).toEqual({
        ok: false,
        faults: [{ profileId: String(id), field: 'label', words: NOT_ON_SHEET }],
      })
    }
    expect(await rowsOf('select count(*) from app.audit_log')).toEqual(before)
    const tubes = await rowsOf('select label from app.samples where event_id = $1', [eventId])
    expect(tubes).toEqual([])
    // An admitted walk-in is on the sheet.
    const walkIn = await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Wally' })
    const form = { key: randomUUID(), number: String(walkIn), birthDate: BIRTH }
    await desk.admit(nurse, eventId, form)
    const sheet = await desk.paperPage(eventId, 1)
    const admitted = sendPage(sheet.rows, {
      [paperField('label', walkIn)]: newLabel(),
      [paperField('time', walkIn)]: '18:40',
      [paperField('consent', walkIn)]: `P/${walkIn}`,
    })
    expect(await desk.recordPaper(nurse, eventId, admitted)).toMatchObject({ ok: true })
  })

  it('CLI-04 CLI-09 a walk-in whose arrival is undone while the page is being stored is not on the sheet any more', async () => {
    const { eventId } = await evening(person('Harbour'))
    const id = await buildProfile(test.database, { birth_date: BIRTH, last_name: 'Wally' })
    const form = { key: randomUUID(), number: String(id), birthDate: BIRTH }
    await desk.admit(nurse, eventId, form)
    const { rows } = await desk.paperPage(eventId, 1)
    const lines = sendPage(rows, {
      [paperField('label', id)]: newLabel(),
      [paperField('time', id)]: '18:40',
      [paperField('consent', id)]: `P/${id}`,
    })
    const second = openDesk(test.open({ clockOffsetSeconds: OFFSET_SECONDS }))
    const stored = await test.database.transaction(async (db) => {
      await lockPlaces(db, [id], [eventId])
      const waits = second.recordPaper(lead, eventId, lines)
      await waitForLockWait(test.database)
      await sql`select lab.take_back(null, ${id}, ${eventId}, false, 'Ida Crane, coordinator', 'wrong patient')`.execute(
        db.kysely,
      )
      return () => waits
    })
    expect(await stored()).toEqual({
      ok: false,
      faults: [{ profileId: String(id), field: 'label', words: NOT_ON_SHEET }],
    })
    expect(await rowsOf('select label from app.samples where event_id = $1', [eventId])).toEqual([])
  })

  it('CLI-06 CLI-09 one form on the pages of two events at the same moment: the second is refused as its patient’s fault', async () => {
    const page = async (surname: string) => {
      const { eventId, patients } = await evening(person(surname))
      const id = patients[0]?.profileId ?? 0
      const { rows } = await desk.paperPage(eventId, 1)
      const lines = sendPage(rows, {
        [paperField('label', id)]: newLabel(),
        [paperField('time', id)]: '18:40',
        [paperField('consent', id)]: 'P/TWICE',
      })
      return { id, record: (own: Desk) => own.recordPaper(nurse, eventId, lines) }
    }
    const [one, two] = [await page('Harbour'), await page('Quayside')]
    const second = openDesk(test.open({ clockOffsetSeconds: OFFSET_SECONDS }))
    const stored = await test.database.transaction(async (db) => {
      const recording = { sealer, by: 'Bea Lund, phlebotomist', staffId: nurse.staffId }
      const consent = { profileId: one.id, day: DAY, form: 'P/TWICE', at: new Date() }
      expect(await recordPaperConsent(db, consent, recording)).toBeUndefined()
      const waits = two.record(second)
      await waitForLockWait(test.database)
      return () => waits
    })
    const [field, words] = paperFault('form-used')
    expect(await stored()).toEqual({
      ok: false,
      faults: [{ profileId: String(two.id), field, words }],
    })
    expect(await one.record(desk)).toMatchObject({ ok: true })
  })

  it('CLI-02 CLI-09 no line from paper, not even of a coordinator, overrides an identity that did not agree; the list names it until it is confirmed', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const [one] = patients
    const ref = one?.ref ?? { eventId, caseId: '' }
    const id = one?.profileId ?? 0
    await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: false })
    const { rows } = await desk.paperPage(eventId, 1)
    const flagged = async () =>
      (await desk.closing(eventId)).here.map(({ isUnconfirmed }) => isUnconfirmed)
    expect(rows.filter((row) => row.isUnconfirmed).map((row) => row.profileId)).toEqual([id])
    expect(await flagged()).toEqual([true])
    const lines = sendPage(rows, {
      [paperField('label', id)]: newLabel(),
      [paperField('time', id)]: '18:40',
    })
    for (const member of [nurse, lead]) {
      expect(await desk.recordPaper(member, eventId, lines)).toMatchObject({
        ok: false,
        faults: [{ words: expect.stringContaining('did not agree at the desk') }],
      })
    }
    await desk.checkIn(lead, ref, { key: randomUUID(), agrees: true })
    expect(await flagged()).toEqual([false])
    expect(await desk.recordPaper(lead, eventId, lines)).toMatchObject({ ok: true })
  })

  it('CLI-02 CLI-04 a file overrides an identity that did not agree only with the reason of a coordinator', async () => {
    const { patients } = await evening(person('Harbour'))
    const reference = referenceNumber(patients[0]?.appointmentId ?? '')
    const ref = patients[0]?.ref ?? { eventId: 0, caseId: '' }
    await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: false })
    const record = (by: string, correction: string) =>
      recordAttendance(
        { database: test.database, sealer },
        `reference,surname,outcome,label,taken_at,correction\r\n${reference},Harbour,attended,${newLabel()},18:40,${correction}`,
        by,
      )
    for (const by of ['Bea Lund, phlebotomist', 'Ida Crane, coordinator']) {
      expect(await record(by, '')).toMatchObject({
        ok: false,
        faults: [{ problem: expect.stringContaining('did not agree at the desk') }],
      })
    }
    const why = 'the wrong patient was opened'
    expect(await record('Ida Crane, coordinator', why)).toMatchObject({ ok: true })
    expect((await desk.open(ref))?.state).toBe('done')
  })

  it('CLI-09 the number of a consent form alone is a fault: the page does not say that it is stored', async () => {
    const { eventId, patients } = await evening(person('Harbour'))
    const id = patients[0]?.profileId ?? 0
    const { rows } = await desk.paperPage(eventId, 1)
    for (const more of [{}, { [paperField('outcome', id)]: 'no-show' }]) {
      const lines = sendPage(rows, { [paperField('consent', id)]: 'P-1', ...more })
      expect(await desk.recordPaper(nurse, eventId, lines)).toMatchObject({
        ok: false,
        faults: [{ words: expect.stringMatching(/not stored alone|no consent form/) }],
      })
    }
  })
})
