import { randomUUID } from 'node:crypto'
import { labelOf } from '#results/rules/sample-label.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

type Subjects = { event: number; slot: Date; next: Date; patient: number; other: number }

/** Without the guards, constraints and indexes of samples and results. */
export const WITHOUT_RESULT_GUARDS = `
  drop index app.samples_one_live, app.samples_one_live_binding, app.samples_one_per_event, app.results_one_shown, app.results_one_shown_of_sample;
  alter table app.samples disable trigger user;
  alter table app.lab_rows disable trigger user;
  alter table app.lab_files disable trigger user;
  alter table app.results disable trigger user;
  alter table app.gradings disable trigger user;
  alter table app.results drop constraint results_sample_id_profile_id_fkey;
  alter table app.samples drop constraint samples_surname_key_check;`

let made = 0

async function insertAttended({ query }: SqlDatabase, { event, slot, patient }: Subjects) {
  const { rows } = await query<{ id: string }>(
    `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, booked_at, idempotency_key)
     values ($1, $2, $3, $3::timestamptz + interval '10 minutes', 1, 'attended', now(), gen_random_uuid()::text)
     returning appointment_id as id`,
    [event, patient, slot],
  )
  return rows[0]?.id ?? ''
}

async function insertSample(
  { query }: SqlDatabase,
  s: Subjects,
  own: { appointment?: string | null; patient?: number; surname?: string; label?: string } = {},
): Promise<string> {
  made += 1
  const sampleId = randomUUID()
  await query(
    `with lab as (insert into app.labs (lab_name, lab_key) values ($1, $1) returning lab_id)
     insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
       patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
     select $2, $3, $4, $5, $6, lab_id, $7, 'arthur', '1961-02-03', 'x', now(), 'Bea Lund, phlebotomist', now(), 'Bea Lund, phlebotomist' from lab`,
    [
      `lab ${made}`,
      sampleId,
      own.label ?? labelOf(String(made).padStart(6, '0')),
      own.appointment ?? null,
      own.patient ?? s.patient,
      s.event,
      own.surname ?? 'pendle',
    ],
  )
  return sampleId
}

/** A record of the desk, through its function, which writes the audit entry. */
const atDesk = ({ query }: SqlDatabase, s: Subjects, kind: string) =>
  query(
    `select lab.record_at_desk(gen_random_uuid(), $1, $2, null, $3, null, 'online', 'Bea Lund, phlebotomist')`,
    [s.patient, s.event, kind],
  )

/** A result of the sample with its row and audit entry. */
async function insertResult(
  { query }: SqlDatabase,
  s: Subjects,
  own: {
    sample: string
    patient?: number
    state?: string
    decision?: string
    audited?: boolean
    version?: number
  },
): Promise<string> {
  made += 1
  const id = randomUUID()
  await query(
    `with file as (
       insert into app.lab_files (file_id, sha256, imported_by, imported_by_key, imported_at, row_count)
       values (gen_random_uuid(), sha256($1::bytea), 'Mo Finch, coordinator', 'mofinch', now(), 1) returning file_id),
     line as (
       insert into app.lab_rows (row_id, file_id, line, sample_id, decision, reasons)
       select gen_random_uuid(), file_id, 2, $2, $3, '{unit-differs}' from file returning row_id)
     insert into app.results (result_id, sample_id, profile_id, row_id, version, state, finding_sealed, light_sealed, risk_group_sealed,
       comments_sealed, retest_on_sealed, round, judgement_mac, matched_by, matched_by_key, matched_at, released_at, changed_by, changed_at)
     select $4, $2, $5, row_id, $6, $7, 'x', 'x', 'x', 'x', 'x', 1, 'x', 'Mo Finch, coordinator', 'mofinch', now(), now(), 'Ada Quill, clinician', now() from line`,
    [
      String(made),
      own.sample,
      own.decision ?? 'accepted',
      id,
      own.patient ?? s.patient,
      own.version ?? 1,
      own.state ?? 'withdrawn',
    ],
  )
  if (own.audited !== false) {
    await query(
      `insert into app.audit_log (at, action, subject, operator) values (now(), $1, $2, 'Ada Quill, clinician')`,
      [`result-${own.state ?? 'withdrawn'}`, `result:${id}`],
    )
  }
  return id
}

const insertGrading = ({ query }: SqlDatabase, result: string, by: string) =>
  query(
    `insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed, comments_sealed,
       retest_on_sealed, judgement_mac, second_needed)
     values (gen_random_uuid(), $1, 1, 1, $2, 'mofinch', now(), 'x', 'x', 'x', 'x', 'x', false)`,
    [result, by],
  )

/** Writes a violation of each rule about samples and results. */
export const RESULT_VIOLATIONS: Record<string, (db: SqlDatabase, s: Subjects) => Promise<unknown>> =
  {
    'L1 a result of another patient than its sample': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s), patient: s.other })
    },
    'L1 a sample of another patient than its appointment': async (db, s) => {
      const appointment = await insertAttended(db, s)
      await insertSample(db, s, { appointment, patient: s.other })
    },
    'L1 a result from a row that was not accepted': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s), decision: 'quarantined' })
    },
    'LAB-02 a file whose importer saved its mapping': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`with mapping as (
          insert into app.lab_mappings (mapping_id, lab_id, valid_from, mapping, made_by, made_by_key, made_at)
          select gen_random_uuid(), min(lab_id), now(), '{}', 'Mo Finch, coordinator', 'mofinch', now() from app.labs returning mapping_id)
        update app.lab_files set mapping_id = (select mapping_id from mapping)`)
    },
    'LAB-02 a result past a check with other identifiers': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`update app.lab_rows set label = 'H0', identity_hash = 'a';
        insert into app.lab_checks (label, identity_hash, checked_at) values ('H0', 'b', now() - interval '1 hour')`)
    },
    'LAB-05 a row that fewer than two people ended': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`update app.lab_rows set decision = 'quarantined', resolution = 'confirmed', resolved_by = 'Mo Finch, coordinator',
        resolved_by_key = 'mofinch', resolved_at = now()`)
    },
    'LAB-05 a difference that was accepted without the paper form': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`update app.lab_rows set decision = 'quarantined', reasons = '{surname-differs,birth-date-differs}',
        resolution = 'difference-accepted', resolved_by = 'Cy Ward, coordinator', resolved_by_key = 'cyward', resolved_at = now(), resolved_paper = 'x',
        proposed_resolution = 'difference-accepted', proposed_by = 'Di Moss, coordinator', proposed_by_key = 'dimoss', proposed_at = now(),
        proposed_reason = 'x', proposed_paper = 'x'`)
    },
    'LAB-04 a row that was overtaken by nothing': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`insert into app.lab_rows (row_id, file_id, line, label, decision, reasons, resolution, resolved_by, resolved_at)
        select gen_random_uuid(), file_id, 3, 'H0', 'quarantined', '{not-final}', 'overtaken', 'Mo Finch, coordinator', now() from app.lab_files`)
    },
    'LAB-05 a result past a row of its label that waits': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s) })
      await db.query(`update app.lab_rows set label = 'H0', identity_hash = 'a';
        update app.lab_files set imported_at = now() - interval '1 day';
        insert into app.lab_rows (row_id, file_id, line, label, decision, reasons, identity_hash)
        select gen_random_uuid(), file_id, 3, 'H0', 'quarantined', '{surname-differs}', 'b' from app.lab_files`)
    },
    'LAB-01 a result that a namesake could own': async (db, s) => {
      const sample = await insertSample(db, s)
      await insertSample(db, s, { patient: s.other })
      await insertResult(db, s, { sample, state: 'matched' })
      await db.query(`update app.samples set lab_id = (select min(lab_id) from app.labs);
        update app.lab_rows set has_forename = false, nhs_agrees = false`)
    },
    'L2 two shown results': async (db, s) => {
      const sample = await insertSample(db, s)
      await insertResult(db, s, { sample, state: 'released' })
      await insertResult(db, s, { sample, state: 'on_hold', version: 2 })
    },
    'CLI-03 a tube without identity, answers or consent': async (db, s) => {
      await atDesk(db, s, 'arrived')
      await insertSample(db, s)
    },
    'CLI-05 two outcomes of one patient': async (db, s) => {
      await atDesk(db, s, 'not-tested')
      await insertSample(db, s)
    },
    'CLI-05 a closed event with a patient without an outcome': async (db, s) => {
      await atDesk(db, s, 'arrived')
      await db.query('update app.events set closed_at = now() where event_id = $1', [s.event])
    },
    'AUD-03 a desk record without its audit entry': (db, s) =>
      db.query(
        `insert into app.desk_records (desk_record_id, profile_id, event_id, kind, source, recorded_by, recorded_at)
         values (gen_random_uuid(), $1, $2, 'arrived', 'online', 'Bea Lund, phlebotomist', now())`,
        [s.patient, s.event],
      ),
    'L3 two live samples': async (db, s) => {
      await insertSample(db, s)
      await insertSample(db, s)
    },
    'L4 a label of two patients': async (db, s) => {
      const label = labelOf('ZZZZZZ')
      await insertSample(db, s, { label })
      await insertSample(db, s, { label, patient: s.other })
    },
    'LAB-14 a spoiled sample without a free repeat': async (db, s) => {
      const sample = await insertSample(db, s)
      await db.query(`update app.samples set state = 'spoiled' where sample_id = $1`, [sample])
    },
    'L6 a sample without identifiers': (db, s) => insertSample(db, s, { surname: '' }),
    'L8 a shown result without its judgement': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s), state: 'released' })
    },
    'L7 judged by the person who imported it': async (db, s) => {
      const result = await insertResult(db, s, { sample: await insertSample(db, s) })
      await insertGrading(db, result, 'mo finch, clinician')
    },
    'L15 shown without the call that it needs': async (db, s) => {
      const result = await insertResult(db, s, {
        sample: await insertSample(db, s),
        state: 'released',
      })
      await db.query('update app.results set call_needed = true where result_id = $1', [result])
    },
    'L13 a result without its audit entry': async (db, s) => {
      await insertResult(db, s, { sample: await insertSample(db, s), audited: false })
    },
  }
