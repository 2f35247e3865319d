import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import { hasConsent, listOwnConsents } from '#booking/server/database/consents.ts'
import { NOTE_LIMITS, tooLong } from '#core/rules/character-limits.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import {
  askAll,
  BIRTH,
  buildEvening,
  DAY,
  type Desk,
  NO,
  OFFSET_SECONDS,
  openDesk,
} from '#tests/integration/results/desk-evening.ts'
import { deskFile, done, known, person, refused } from '#tests/integration/results/desk-file.ts'
import { newLabel, sealer } from '#tests/integration/results/lab-setup.ts'

const { test, desk, nurse, other, lead, evening, rowsOf } = deskFile()

describe('undo', () => {
  async function tested(surname: string) {
    const { patients } = await evening(person(surname))
    const ref = patients[0]?.ref ?? { eventId: 0, caseId: '' }
    await askAll(desk, nurse, ref)
    const label = newLabel()
    await desk.save(nurse, ref, { key: randomUUID(), label })
    const outcome = (await desk.open(ref))?.undoable?.id ?? ''
    const undo = (member: StaffMember, more: object = {}) =>
      desk.undo(member, ref, { outcome, label: '', reason: '', ...more })
    return { ref, label, outcome, undo }
  }
  const later = (by: string) =>
    test.database.query(
      `alter table app.samples disable trigger samples_guard;
       update app.samples set recorded_at = recorded_at - interval '${by}';
       alter table app.samples enable trigger samples_guard`,
    )

  it('CLI-04 within two minutes by the same person; later by a coordinator with a reason and the label read again', async () => {
    const own = await tested('Harbour')
    expect(await own.undo(other)).toEqual(refused('form', 'coordinator-needed'))
    expect(await own.undo(nurse)).toEqual(done)
    expect(await own.undo(nurse)).toEqual(refused('form', 'changed'))
    const late = await tested('Quayside')
    await later('3 minutes')
    expect(await late.undo(nurse, { reason: 'x', label: late.label })).toEqual(
      refused('form', 'coordinator-needed'),
    )
    expect(await late.undo(lead)).toEqual(refused('reason', 'reason-needed'))
    expect(await late.undo(lead, { reason: 'wrong tube', label: newLabel() })).toEqual(
      refused('label', 'label-differs'),
    )
    expect(await late.undo(lead, { reason: 'wrong tube', label: late.label })).toEqual(done)
    const states = await rowsOf(`select state from app.samples where label = any($1)`, [
      [own.label, late.label],
    ])
    expect(states).toEqual([{ state: 'mistaken' }, { state: 'mistaken' }])
  })

  it('CLI-04 never once a laboratory has named the tube, and never of another outcome than the page showed', async () => {
    const { ref, label, undo } = await tested('Lockkeeper')
    const file = randomUUID()
    await test.database.query(
      `insert into app.lab_files (file_id, sha256, imported_by, imported_by_key, imported_at, row_count)
       values ('${file}', '\\x01', 'Mo Finch, coordinator', 'mofinch', now(), 1);
       insert into app.lab_rows (row_id, file_id, line, label, decision, reasons)
       values (gen_random_uuid(), '${file}', 1, '${label}', 'quarantined', '{x}')`,
    )
    expect(await undo(nurse)).toEqual(refused('form', 'named-by-laboratory'))
    expect(await undo(lead, { outcome: randomUUID() })).toEqual(refused('form', 'changed'))
    expect((await desk.open(ref))?.undoable?.label).toBe(label)
  })
})

describe('a mistaken arrival', () => {
  const stateOf = async (ref: { eventId: number; caseId: string }) =>
    (await desk.open(ref))?.state ?? 'not on the list'
  const undo = async (
    own: Desk,
    member: StaffMember,
    ref: { eventId: number; caseId: string },
    reason = '',
  ) => {
    const outcome = (await own.open(ref))?.undoable?.id ?? randomUUID()
    return await own.undo(member, ref, { outcome, label: '', reason })
  }
  const arrive = (
    own: Desk,
    member: StaffMember,
    ref: { eventId: number; caseId: string },
    agrees = true,
  ) => own.checkIn(member, ref, { key: randomUUID(), agrees })

  it('CLI-04 is undone by the same person for two minutes, later by a coordinator with a reason, and never once answers or an outcome follow', async () => {
    const own = openDesk(test.database)
    const people = ['Harbour', 'Quayside', 'Lockkeeper'].map((name) => person(name))
    const { patients } = await evening(...people)
    const [one, two, three] = patients.map(({ ref }) => ref)
    if (!one || !two || !three) throw new Error('no patients')
    await arrive(own, nurse, one)
    expect(await undo(own, other, one, 'x')).toEqual(refused('form', 'coordinator-needed'))
    const page = (await own.open(one))?.undoable
    expect(page).toMatchObject({ isArrival: true, label: null, by: 'Bea Lund, phlebotomist' })
    expect(await undo(own, nurse, one)).toEqual(done)
    expect(await stateOf(one)).toBe('remaining')
    expect(await undo(own, nurse, one)).toEqual(refused('form', 'changed'))
    const records = await rowsOf(
      `select kind, recorded_by as by from app.desk_records where profile_id = $1 order by kind`,
      [patients[0]?.profileId],
    )
    expect(records.map(({ kind }: { kind?: string }) => kind)).toEqual([
      'arrived',
      'identity-confirmed',
      'undone',
      'undone',
    ])
    // The patient comes: everything is recorded as if nothing had been before.
    await askAll(own, nurse, one)
    expect(await own.save(nurse, one, { key: randomUUID(), label: newLabel() })).toEqual(done)

    await arrive(own, nurse, two)
    await test.database.query(
      `alter table app.desk_records disable trigger desk_records_append_only;
       update app.desk_records set recorded_at = recorded_at - interval '3 minutes' where profile_id = ${patients[1]?.profileId};
       alter table app.desk_records enable trigger desk_records_append_only`,
    )
    expect(await undo(own, nurse, two)).toEqual(refused('form', 'coordinator-needed'))
    expect(await undo(own, lead, two)).toEqual(refused('reason', 'reason-needed'))
    expect(await undo(own, lead, two, 'the patient before')).toEqual(done)
    expect(await stateOf(two)).toBe('remaining')
    const audit = await rowsOf(
      `select operator, reason, staff_id from app.audit_log where action = 'outcome-corrected' and subjects @> array[$1::bigint]`,
      [patients[1]?.profileId],
    )
    expect(audit).toEqual([
      { operator: 'Ida Crane, coordinator', reason: 'the patient before', staff_id: lead.staffId },
    ])

    await arrive(own, nurse, three)
    const shown = (await own.open(three))?.undoable?.id ?? ''
    await own.answer(nurse, three, { key: randomUUID(), answers: NO })
    const stale = { outcome: shown, label: '', reason: 'x' }
    for (const member of [nurse, lead]) {
      expect(await own.undo(member, three, stale)).toEqual(refused('form', 'changed'))
    }
    expect((await own.open(three))?.undoable).toBeUndefined()
    expect(await stateOf(three)).toBe('here')
  })

  it('CLI-02 CLI-04 of a comparison that failed: a phlebotomist takes back the arrival only, a coordinator both', async () => {
    const { patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients.map(({ ref }) => ref)
    if (!one || !two) throw new Error('no patients')
    await arrive(desk, nurse, one, false)
    expect(await undo(desk, nurse, one)).toEqual(done)
    expect(await desk.open(one)).toMatchObject({ state: 'remaining', step: 'stopped' })
    expect(await arrive(desk, nurse, one)).toEqual(refused('form', 'identity-failed'))
    await arrive(desk, nurse, two, false)
    expect(await undo(desk, lead, two, 'the wrong patient was opened')).toEqual(done)
    expect(await desk.open(two)).toMatchObject({ state: 'remaining', step: 'identity' })
    expect(await arrive(desk, nurse, two)).toEqual(done)
    // Both can be absent.
    expect(await desk.recordAbsent(lead, one.eventId, [one.caseId])).toEqual(done)
  })

  it('CLI-04 CLI-06 of a walk-in takes the patient off the list and frees the place', async () => {
    const { eventId } = await buildEvening(test.database, [person('Harbour')], 1)
    const admit = async (surname: string) => {
      const id = await buildProfile(test.database, { birth_date: BIRTH, last_name: surname })
      const form = { key: randomUUID(), number: String(id), birthDate: BIRTH }
      const admitted = await desk.admit(nurse, eventId, form)
      return { eventId, caseId: 'caseId' in admitted ? admitted.caseId : '' }
    }
    const wrong = await admit('Wally')
    await arrive(desk, nurse, wrong, false)
    expect(await undo(desk, nurse, wrong)).toEqual(done)
    expect(await stateOf(wrong)).toBe('not on the list')
    expect((await desk.closing(eventId)).here).toEqual([])
    expect((await desk.open(await admit('Percy')))?.step).toBe('identity')
  })
})

describe('a consent on paper of the wrong patient', () => {
  it('CLI-06 AUD-03 is taken back once, by a coordinator with a reason, before a tube; it does not count, and its form can be recorded again', async () => {
    const { eventId } = await buildEvening(test.database, [person('Harbour')], 9)
    const admit = async (surname: string) => {
      const id = await buildProfile(test.database, { birth_date: BIRTH, last_name: surname })
      const form = { key: randomUUID(), number: String(id), birthDate: BIRTH }
      const admitted = await desk.admit(nurse, eventId, form)
      const ref = { eventId, caseId: 'caseId' in admitted ? admitted.caseId : '' }
      await desk.checkIn(nurse, ref, { key: randomUUID(), agrees: true })
      return { id, ref }
    }
    const [wrong, right] = [await admit('Wally'), await admit('Percy')]
    const form = `P/${wrong.id}`
    const give = ({ ref }: typeof wrong) => desk.recordConsent(nurse, ref, form)
    expect(await give(wrong)).toEqual(done)
    const used = 'This form is recorded for another patient or day. Read its number again.'
    expect(await give(right)).toEqual({ ok: false, faults: { consent: used } })
    // A consent on paper follows the arrival.
    expect((await desk.open(wrong.ref))?.undoable).toBeUndefined()
    expect(await desk.open(wrong.ref)).toMatchObject({ step: 'questions', paperConsent: { form } })
    const consent = (await desk.open(wrong.ref))?.paperConsent?.consentId ?? ''
    const takeBack = (member: StaffMember, reason = 'form of another patient', of = wrong) =>
      desk.takeBackConsent(member, of.ref, { consent, reason })
    expect(await takeBack(nurse)).toEqual(refused('form', 'coordinator-needed'))
    expect(await takeBack(lead, ' ')).toEqual(refused('reason', 'reason-needed'))
    expect(await takeBack(lead, 'x', right)).toEqual(refused('form', 'changed'))
    expect(await takeBack(lead)).toEqual(done)
    expect(await takeBack(lead)).toEqual(known)
    expect(await desk.open(wrong.ref)).toMatchObject({ step: 'consent', paperConsent: undefined })
    expect((await desk.open(wrong.ref))?.undoable?.isArrival).toBe(true)
    expect(await desk.answer(nurse, wrong.ref, { key: randomUUID(), answers: NO })).toEqual(
      refused('form', 'no-consent'),
    )
    const sheet = (await desk.closing(eventId)).here
    expect(sheet.map(({ profileId, hasConsent }) => [profileId, hasConsent])).toContainEqual([
      wrong.id,
      false,
    ])
    const audit = await rowsOf(
      `select operator, reason, subject, staff_id from app.audit_log where action = 'consent-taken-back' and subjects = array[$1::bigint]`,
      [wrong.id],
    )
    expect(audit).toEqual([
      {
        operator: 'Ida Crane, coordinator',
        reason: 'form of another patient',
        subject: `consent:${consent}`,
        staff_id: lead.staffId,
      },
    ])
    expect(await listOwnConsents(test.database, sealer, wrong.id)).toMatchObject([
      { paperForm: form, isSuperseded: false, takenBackAt: expect.any(Date) },
    ])
    expect(await hasConsent(test.database, wrong.id, DAY, CONSENT_VERSION)).toBe(false)

    expect(await give(right)).toEqual(done)
    await desk.answer(nurse, right.ref, { key: randomUUID(), answers: NO })
    await desk.save(nurse, right.ref, { key: randomUUID(), label: newLabel() })
    const own = (await desk.open(right.ref))?.paperConsent?.consentId ?? ''
    const late = { consent: own, reason: 'x' }
    expect(await desk.takeBackConsent(lead, right.ref, late)).toEqual(
      refused('form', 'sample-taken'),
    )
    // Nothing else of a consent changes, and not without its entry.
    const change = (set: string) =>
      test.database.query(`update app.consents set ${set} where consent_id = '${own}'`)
    await expect(change(`taken_back_at = now(), taken_back_by = 'x, y'`)).rejects.toThrow(/AUD-03/)
    await expect(
      change(`taken_back_at = now(), taken_back_by = 'x, y', paper_ref = 'P/0'`),
    ).rejects.toThrow(/append-only/)
    await expect(
      test.database.query(
        `update app.consents set taken_back_at = null, taken_back_by = null where consent_id = '${consent}'`,
      ),
    ).rejects.toThrow(/append-only/)
  })
})

describe('after the evening', () => {
  it('CLI-02 a coordinator confirms an identity that did not agree, with a reason, while the event is open; nothing else is recorded on that page', async () => {
    const { eventId, patients } = await evening(person('Harbour'), person('Quayside'))
    const [one, two] = patients.map(({ ref }) => ref)
    if (!one || !two) throw new Error('no patients')
    await desk.checkIn(nurse, one, { key: randomUUID(), agrees: false })
    const next = openDesk(test.open({ clockOffsetSeconds: OFFSET_SECONDS + 86_400 }))
    next.moveOn(86_400)
    expect((await next.open(one))?.step).toBe('stopped-late')
    expect((await next.open(two))?.step).toBe('other-day')
    const confirm = (member: StaffMember, ref: typeof one, reason?: string, agrees = true) =>
      next.checkIn(member, ref, {
        key: randomUUID(),
        agrees,
        ...(reason === undefined ? {} : { reason }),
      })
    expect(await confirm(lead, one)).toEqual(refused('reason', 'reason-needed'))
    expect(await confirm(lead, one, ' ')).toEqual(refused('reason', 'reason-needed'))
    expect(await confirm(nurse, one, 'x')).toEqual(refused('form', 'identity-failed'))
    expect(await confirm(lead, one, 'x', false)).toEqual(refused('form', 'not-event-day'))
    expect(await confirm(lead, two, 'x')).toEqual(refused('form', 'not-event-day'))
    expect(await confirm(lead, one, 'x'.repeat(NOTE_LIMITS.reason + 1))).toMatchObject({
      faults: { reason: tooLong(NOTE_LIMITS.reason) },
    })
    // Spaces and line breaks around it are not stored.
    const typed = `the first name was a short form${'\n'.repeat(600)}`
    expect(await confirm(lead, one, typed)).toEqual(done)
    expect((await next.open(one))?.step).toBe('other-day')
    const audit = await rowsOf(
      `select operator, reason, subjects from app.audit_log where action = 'desk-identity-confirmed' and reason is not null`,
    )
    expect(audit).toEqual([
      {
        operator: 'Ida Crane, coordinator',
        reason: 'the first name was a short form',
        subjects: [patients[0]?.profileId],
      },
    ])
    // Then the tube on paper is recorded.
    const { rows } = await next.paperPage(eventId, 1)
    const row = rows.find(({ caseId }) => caseId === one.caseId)
    const line = {
      profileId: String(row?.profileId),
      surname: row?.lastName ?? '',
      forename: row?.firstName ?? '',
      birthDate: row?.birthDate ?? '',
      ...{ outcome: '', label: newLabel(), takenAt: '18:40', reason: '', consent: '' },
    }
    expect(await next.recordPaper(lead, eventId, [line])).toMatchObject({ ok: true })
  })
})
