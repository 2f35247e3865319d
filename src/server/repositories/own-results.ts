import type { Queries } from '#server/database/database.ts'
import type { DataOwner } from '#server/repositories/own-data.ts'

/** Samples of a patient, with the identifiers that a laboratory's row is compared with. */
export const readSamples = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('samples as s')
    .innerJoin('labs as l', 'l.lab_id', 's.lab_id')
    .select([
      's.sample_id',
      's.patient_name_sealed',
      's.label',
      'l.lab_name',
      's.state',
      's.taken_at',
      's.surname_key',
      's.forename_key',
      's.birth_date',
      's.recorded_at',
    ])
    .where('s.profile_id', '=', profileId)
    .orderBy('s.taken_at', 'desc')
    .execute()

/** What the laboratory sent about the patient's samples; without the content, which is a result only once it is released. */
export const readLabRows = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('lab_rows as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .innerJoin('lab_files as f', 'f.file_id', 'r.file_id')
    .select([
      'r.label',
      'f.imported_at',
      'r.decision',
      'r.reasons',
      'r.resolution',
      'r.resolved_at',
    ])
    .where('s.profile_id', '=', profileId)
    .orderBy('f.imported_at', 'desc')
    .execute()

/** Results of a patient without their values: only a released one may be shown. */
export const readResults = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('results as r')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select(['r.result_id', 's.label', 'r.version', 'r.matched_at', 'r.released_at', 'r.corrected'])
    .where('r.profile_id', '=', profileId)
    .orderBy('r.matched_at', 'desc')
    .execute()

export const readAcknowledgements = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('result_acknowledgements as k')
    .innerJoin('results as r', 'r.result_id', 'k.result_id')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select(['s.label', 'k.acknowledged_at'])
    .where('r.profile_id', '=', profileId)
    .orderBy('k.acknowledged_at', 'desc')
    .execute()

/** When clinicians looked at the patient's results. */
export const readGradings = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('gradings as g')
    .innerJoin('results as r', 'r.result_id', 'g.result_id')
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .select(['s.label', 'g.given_at', 'g.reader'])
    .where('r.profile_id', '=', profileId)
    .orderBy('g.given_at', 'desc')
    .execute()

/** The history of the patient's appointments (APPT-04). */
export const readHistory = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('appointment_events')
    .select(['appointment_id', 'at', 'action', 'from_slot', 'to_slot', 'changed_by'])
    .where('profile_id', '=', profileId)
    .orderBy('at', 'desc')
    .execute()
