import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { StaffMember } from '#core/server/caller.ts'
import { type Random, randomOf } from '#tests/attack/random.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  askAll,
  BIRTH,
  buildEvening,
  buildMember,
  type Desk,
  NO,
  OFFSET_SECONDS,
  openDesk,
} from '#tests/integration/results/desk-evening.ts'
import { type DeskProcess, startDeskProcess } from '#tests/integration/results/desk-processes.ts'
import type { DeskCall } from '#tests/integration/results/desk-worker.ts'
import { newLabel } from '#tests/integration/results/lab-setup.ts'

/** Steps of each of the five people; what is left has its outcome at the end. */
const [EVENINGS, PATIENTS, STEPS] = IS_LONG ? [20, 120, 240] : [20, 10, 12]

const test = perFile(() => testDatabase({ clockOffsetSeconds: OFFSET_SECONDS }))
let desk: Desk
let processes: DeskProcess[]
let nurses: StaffMember[]
let leads: StaffMember[]

beforeAll(async () => {
  const { database, url } = test
  desk = openDesk(database)
  processes = [startDeskProcess(url), startDeskProcess(url)]
  nurses = await Promise.all(
    ['Bea Lund', 'Eli Bray', 'Una Frost'].map((name) =>
      buildMember(database, name, 'phlebotomist'),
    ),
  )
  leads = await Promise.all(
    ['Ida Crane', 'Cy Ward'].map((name) => buildMember(database, name, 'coordinator')),
  )
})
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()))
})

type Evening = Awaited<ReturnType<typeof buildEvening>>
type Bound = { readonly label: string; readonly caseId: string }

/** An evening of namesakes and others, with patients who come without an appointment. */
async function newEvening(random: Random) {
  const people = Array.from({ length: PATIENTS }, (_, at) => ({
    surname: random.chance(20) ? 'Smith' : `Harbour${at}`,
    forename: `Edwin${at}`,
    birthDate: BIRTH,
  }))
  const evening = await buildEvening(test.database, people, 2)
  const walkIns = await Promise.all(
    [1, 2, 3].map(() => buildProfile(test.database, { birth_date: BIRTH, last_name: 'Smith' })),
  )
  return { ...evening, walkIns, labels: Array.from({ length: PATIENTS + 4 }, newLabel) }
}

/** One random step of a member: of the desk, out of order too, with labels that others use. */
async function nextCall(
  random: Random,
  member: StaffMember,
  { eventId, walkIns, labels }: Awaited<ReturnType<typeof newEvening>>,
  cases: readonly string[],
): Promise<DeskCall> {
  const caseId = cases[random.whole(cases.length)] ?? ''
  const ref = { eventId, caseId }
  const key = randomUUID()
  const label = labels[random.whole(labels.length)] ?? ''
  const isLead = member.roles.includes('coordinator')
  // Mostly the step that comes next, so that many tubes are bound; the others as people would not do them.
  if (random.chance(65)) {
    const step = (await desk.open(ref))?.step
    if (step === 'identity') return { name: 'checkIn', args: [member, ref, { key, agrees: true }] }
    if (step === 'questions') return { name: 'answer', args: [member, ref, { key, answers: NO }] }
    if (step === 'label') return { name: 'save', args: [member, ref, { key, label }] }
  }
  switch (random.whole(isLead ? 15 : 11)) {
    case 0:
    case 1:
    case 2:
      return { name: 'checkIn', args: [member, ref, { key, agrees: !random.chance(10) }] }
    case 3:
    case 4:
      return { name: 'answer', args: [member, ref, { key, answers: NO }] }
    case 5:
    case 6:
    case 7:
      return { name: 'save', args: [member, ref, { key, label }] }
    case 8: {
      const one = await desk.open(ref)
      const outcome = one?.undoable?.id ?? key
      const read = one?.undoable?.label ?? ''
      return { name: 'undo', args: [member, ref, { outcome, label: read, reason: 'slip' }] }
    }
    case 9: {
      const number = String(walkIns[random.whole(walkIns.length)])
      return { name: 'admit', args: [member, eventId, { key, number, birthDate: BIRTH }] }
    }
    case 10:
      return { name: 'recordConsent', args: [member, ref, `P-${caseId.slice(0, 8)}`] }
    case 11:
      return { name: 'stop', args: [member, ref, { key, reason: 'felt faint' }] }
    case 12: {
      const { remaining } = await desk.closing(eventId)
      const shown = remaining.map(({ appointmentId }) => appointmentId ?? '')
      return { name: 'recordAbsent', args: [member, eventId, shown.slice(0, 3)] }
    }
    case 13: {
      const consent = (await desk.open(ref))?.paperConsent?.consentId ?? key
      return { name: 'takeBackConsent', args: [member, ref, { consent, reason: 'slip' }] }
    }
    default:
      return { name: 'close', args: [member, eventId, { tubes: 0, explanation: '' }] }
  }
}

/** What the members were told: labels that were bound, and undone again, by case. */
function note(bound: Map<string, Bound>, { name, args }: DeskCall, result: unknown): void {
  const { ok, isKnown } = result as { ok?: boolean; isKnown?: boolean }
  if (ok !== true || isKnown === true) return
  if (name === 'save') bound.set(args[2].key, { label: args[2].label, caseId: args[1].caseId })
  if (name === 'undo') bound.delete(args[2].outcome)
}

/** Five members work at the same time, in two processes; one after the other ends what is left. */
async function runEvening(random: Random): Promise<void> {
  const evening = await newEvening(random)
  const { eventId, patients, labels } = evening
  const cases = patients.map(({ appointmentId }) => appointmentId)
  const bound = new Map<string, Bound>()
  const members = [...nurses, ...leads]
  await Promise.all(
    members.map(async (member, at) => {
      const own = randomOf(random.whole(2 ** 31))
      for (let step = 0; step < STEPS; step += 1) {
        const call = await nextCall(own, member, evening, cases)
        const result = await processes[at % 2]?.call(call)
        note(bound, call, result)
        if (call.name === 'admit' && (result as { caseId?: string }).caseId !== undefined) {
          cases.push((result as { caseId: string }).caseId)
        }
      }
    }),
  )
  const { rows } = await test.database.query<{ id: string; label: string; caseId: string }>(
    `select s.sample_id as id, s.label, coalesce(s.appointment_id, (select d.desk_record_id from app.desk_in_force d
        where d.profile_id = s.profile_id and d.event_id = s.event_id and d.kind = 'arrived')) as "caseId"
       from app.samples s where s.event_id = $1 and lab.is_live(s.state) order by 1`,
    [eventId],
  )
  const told = [...bound]
    .map(([id, one]) => ({ id, ...one }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(rows.map(({ id, label, caseId }) => ({ id, label, caseId }))).toEqual(told)
  expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length)
  await endEvening(evening, labels.length)
}

/** The coordinator records an outcome for each patient who is left, and closes the event. */
async function endEvening({ eventId }: Pick<Evening, 'eventId'>, most: number): Promise<void> {
  const [lead] = leads
  if (lead === undefined) throw new Error('no coordinator')
  const { here, remaining, tubes } = await desk.closing(eventId)
  for (const { caseId } of here) {
    const reason = { key: randomUUID(), reason: 'left' }
    const stopped = await desk.stop(lead, { eventId, caseId: caseId ?? '' }, reason)
    expect(stopped).toMatchObject({ ok: true })
  }
  const absent = remaining.map(({ appointmentId }) => appointmentId ?? '')
  expect(await desk.recordAbsent(lead, eventId, absent)).toMatchObject({ ok: true })
  expect(tubes).toBeLessThanOrEqual(most)
  const closed = await desk.close(lead, eventId, { tubes, explanation: '' })
  expect(closed).toMatchObject({ reason: undefined, remaining: 0, tubes })
}

describe('evenings with five people in two processes', () => {
  it(`CLI-03 CLI-04 CLI-05 AUD-03 ${EVENINGS} evenings in random order: one tube, one patient, every row audited, every outcome known`, {
    timeout: IS_LONG ? 7_200_000 : 240_000,
  }, async () => {
    const random = randomOf(inject('seed'))
    for (let at = 0; at < EVENINGS; at += 1) await runEvening(random)
    expect(await findViolations(test.database)).toEqual([])
    const { rows } = await test.database.query(
      `select (select count(*) from app.samples) > ${EVENINGS} as many,
                (select count(*) from app.samples) = (select count(*) from app.audit_log where action = 'sample-taken') as tubes,
                (select count(*) from app.audit_log where action like 'desk-%' and (staff_id is null or cardinality(subjects) <> 1)) as nameless`,
    )
    expect(rows).toEqual([{ many: true, tubes: true, nameless: 0 }])
  })
})

describe('a process that is killed in a step', () => {
  const key = () => randomUUID()

  /** One step of every kind, each possible when those before it are stored. */
  async function everyStep(): Promise<(() => Promise<DeskCall>)[]> {
    const { database } = test
    const [nurse] = nurses
    const [lead] = leads
    if (nurse === undefined || lead === undefined) throw new Error('no members')
    const people = ['Harbour', 'Quayside', 'Lockkeeper'].map((surname) => ({
      ...{ surname, forename: 'Edwin', birthDate: BIRTH },
    }))
    const { patients, eventId } = await buildEvening(database, people)
    const [one, two, three] = patients.map(({ ref }) => ref)
    if (!one || !two || !three) throw new Error('no patients')
    const walkIn = await buildProfile(database, { birth_date: BIRTH, last_name: 'Wally' })
    const own = async () => {
      const { here } = await desk.closing(eventId)
      const caseId = here.find(({ profileId }) => profileId === walkIn)?.caseId ?? ''
      return { eventId, caseId }
    }
    const undo = async (ref: typeof one): Promise<DeskCall> => {
      const { id = '', label = '' } = (await desk.open(ref))?.undoable ?? {}
      return {
        name: 'undo',
        args: [lead, ref, { outcome: id, label: label ?? '', reason: 'slip' }],
      }
    }
    const step = (call: DeskCall) => () => Promise.resolve(call)
    const number = String(walkIn)
    return [
      step({ name: 'checkIn', args: [nurse, one, { key: key(), agrees: true }] }),
      () => undo(one),
      async () => {
        await desk.checkIn(nurse, one, { key: key(), agrees: true })
        return { name: 'answer', args: [nurse, one, { key: key(), answers: NO }] }
      },
      step({ name: 'save', args: [nurse, one, { key: key(), label: newLabel() }] }),
      () => undo(one),
      step({ name: 'stop', args: [nurse, one, { key: key(), reason: 'felt faint' }] }),
      step({ name: 'admit', args: [nurse, eventId, { key: key(), number, birthDate: BIRTH }] }),
      async () => {
        const ref = await own()
        await desk.checkIn(nurse, ref, { key: key(), agrees: true })
        return { name: 'recordConsent', args: [nurse, ref, `P-${walkIn}`] }
      },
      async () => {
        const ref = await own()
        const consent = (await desk.open(ref))?.paperConsent?.consentId ?? ''
        return { name: 'takeBackConsent', args: [lead, ref, { consent, reason: 'slip' }] }
      },
      async () => {
        await desk.stop(nurse, await own(), { key: key(), reason: 'left' })
        const line = {
          ...{ profileId: String(patients[1]?.profileId), surname: 'Quayside', forename: 'Edwin' },
          ...{ birthDate: BIRTH, outcome: '', label: newLabel(), takenAt: '18:40' },
          ...{ reason: '', consent: '' },
        }
        return { name: 'recordPaper', args: [lead, eventId, [line]] }
      },
      step({ name: 'recordAbsent', args: [lead, eventId, [three.caseId]] }),
      step({ name: 'close', args: [lead, eventId, { tubes: 1, explanation: '' }] }),
    ]
  }

  it('CLI-03 CLI-04 CLI-05 CLI-06 AUD-03 leaves nothing of the step, whichever it is, and the same form sent again stores it once', async () => {
    const { database, url } = test
    const stored = async () => {
      const { rows } = await database.query(
        `select (select count(*) from app.desk_records) as records, (select count(*) from app.samples where lab.is_live(state)) as tubes,
                (select count(*) from app.consents where taken_back_at is null) as consents, (select count(*) from app.audit_log) as entries,
                (select count(*) from app.events where closed_at is not null) as closed,
                (select count(*) from app.appointments where status = 'booked') as booked`,
      )
      return rows[0]
    }
    for (const next of await everyStep()) {
      const call = await next()
      const before = await stored()
      const victim = startDeskProcess(url)
      // Its audit row waits for this lock, after everything else is written.
      await database.transaction(async ({ kysely }) => {
        await sql`lock table app.audit_log in share mode`.execute(kysely)
        const killed = expect(victim.call(call)).rejects.toThrow('ended')
        await waitForLockWait(database)
        victim.child.kill('SIGKILL')
        await killed
      })
      await victim.stop()
      expect(await stored(), call.name).toEqual(before)
      expect(isDone(await processes[0]?.call(call)), call.name).toBe(true)
      const once = await stored()
      expect(once, call.name).not.toEqual(before)
      await processes[1]?.call(call)
      const { entries: _, ...again } = (await stored()) ?? {}
      expect(once, call.name).toMatchObject(again)
    }
  })

  /** Whether a step says that it is done. */
  const isDone = (result: unknown): boolean => {
    const { ok, caseId, reason, remaining } = result as Record<string, unknown>
    return ok === true || typeof caseId === 'string' || (remaining === 0 && reason === undefined)
  }
})

describe('controls', () => {
  const controls = perFile(() => testDatabase({ clockOffsetSeconds: OFFSET_SECONDS }))

  /** What the rules say after `work` with a part of a function removed. */
  async function without(
    name: string,
    [part, instead]: readonly [string, string],
    work: (own: Desk) => Promise<unknown>,
  ): Promise<string[]> {
    const undo = await patchFunction(controls.database, name, (text) => text.replace(part, instead))
    await work(openDesk(controls.database))
    await undo()
    return (await findViolations(controls.database)).map(({ violated }) => violated)
  }
  const member = (name: string, role: 'phlebotomist' | 'coordinator') =>
    buildMember(controls.database, name, role)
  const oneEvening = async (...surnames: string[]) => {
    const people = surnames.map((surname) => ({ surname, forename: 'Edwin', birthDate: BIRTH }))
    return await buildEvening(controls.database, people)
  }
  const save = (
    own: Desk,
    by: StaffMember,
    ref: { eventId: number; caseId: string },
    label = newLabel(),
  ) => own.save(by, ref, { key: randomUUID(), label })

  it('CLI-02 CLI-03 CLI-05 without the check of identity, consent, label or outcomes the rules name what happened', async () => {
    const nurse = await member('Bea Lund', 'phlebotomist')
    const lead = await member('Ida Crane', 'coordinator')
    const unsure = await oneEvening('Harbour', 'Quayside')
    const [one, two] = unsure.patients.map(({ ref }) => ref)
    if (one === undefined || two === undefined) throw new Error('no patients')
    const wrong = 'CLI-03 a tube without identity, answers or consent'
    expect(
      await without(
        'lab.attend',
        ['if not lab.is_identified', 'if false and not lab.is_identified'],
        async (own) => {
          await askAll(own, nurse, one)
          await own.checkIn(nurse, one, { key: randomUUID(), agrees: false })
          expect(await save(own, nurse, one)).toMatchObject({ ok: true })
        },
      ),
    ).toEqual([wrong])
    expect(
      await without(
        'lab.attend',
        ['if not lab.has_consent', 'if false and not lab.has_consent'],
        async (own) => {
          await askAll(own, nurse, two)
          const profileId = unsure.patients[1]?.profileId
          await controls.database.query(
            `begin; select set_config('app.append_only', 'erase:${profileId}', true);
             insert into app.audit_log (at, action, subject) values (now(), 'changed-by-hand', 'profile:${profileId}');
             delete from app.consents where profile_id = ${profileId}; commit`,
          )
          expect(await save(own, nurse, two)).toMatchObject({ ok: true })
        },
      ),
    ).toEqual([wrong, wrong])

    const swapped = await oneEvening('Lockkeeper', 'Ferryman')
    await controls.database.query('drop index app.samples_one_live_binding')
    const twice = await without(
      'lab.is_label_free',
      ['select not exists', 'select true or not exists'],
      async (own) => {
        const label = newLabel()
        for (const { ref } of swapped.patients) {
          await askAll(own, nurse, ref)
          expect(await save(own, nurse, ref, label)).toMatchObject({ ok: true })
        }
      },
    )
    expect(twice).toContain('L4 a label of two patients')

    const open = await oneEvening('Lighterman')
    const closed = await without(
      'lab.close_event',
      ['when r_remaining > 0', 'when false'],
      async (own) => {
        const done = await own.close(lead, open.eventId, { tubes: 0, explanation: '' })
        expect(done.reason).toBeUndefined()
      },
    )
    expect(closed).toContain('CLI-05 a closed event with a patient without an outcome')
  })
})
