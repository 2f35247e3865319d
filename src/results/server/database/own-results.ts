import { sql } from 'kysely'
import type { DataOwner } from '#account/server/database/data-owner.ts'
import type { Queries } from '#core/server/database/database.ts'

/**
 * Samples of a patient, with the identifiers that a laboratory's row is compared with. The state itself would show
 * that a result has arrived before its release, so only what the patient is shown is read.
 */
export const readSamples = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('samples as s')
    .innerJoin('labs as l', 'l.lab_id', 's.lab_id')
    .select([
      's.sample_id',
      's.patient_name_sealed',
      's.label',
      'l.lab_name',
      's.taken_at',
      's.surname_key',
      's.forename_key',
      's.birth_date',
      's.recorded_at',
      (eb) => eb('s.state', '=', 'mistaken').as('is_mistaken'),
    ])
    .where('s.profile_id', '=', profileId)
    .orderBy('s.taken_at', 'desc')
    .orderBy('s.sample_id')
    .execute()

/** Samples of a patient that have, or could have had, a result. */
export const readTubes = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('samples as s')
    .innerJoin('labs as l', 'l.lab_id', 's.lab_id')
    .leftJoin('free_repeats as f', 'f.sample_id', 's.sample_id')
    .select([
      's.sample_id as sampleId',
      's.label',
      's.taken_at as takenAt',
      'l.result_days as resultDays',
      sql<boolean>`lab.is_live(s.state)`.as('isLive'),
      sql<boolean>`s.state = 'spoiled'`.as('isSpoiled'),
      sql<boolean>`booking.is_repeat_open(f.appointment_id)`.as('isRepeatOpen'),
    ])
    .where('s.profile_id', '=', profileId)
    .where('s.state', '<>', 'mistaken')
    .orderBy('s.taken_at', 'desc')
    .orderBy('s.sample_id')
    .execute()
export type Tube = Awaited<ReturnType<typeof readTubes>>[number]

/** The repeats that the patient books free of charge, and the appointment that was booked with each. */
export const readRepeats = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('free_repeats as f')
    .innerJoin('samples as s', 's.sample_id', 'f.sample_id')
    .select(['s.label', 'f.granted_at', 'f.appointment_id'])
    .where('f.profile_id', '=', profileId)
    .orderBy('f.granted_at', 'desc')
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

/** What was recorded at the desk. */
export const readDeskRecords = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('desk_records as d')
    .innerJoin('events as e', 'e.event_id', 'd.event_id')
    .select(['d.desk_record_id', 'e.event_name', 'd.kind', 'd.details_sealed', 'd.recorded_at'])
    .where('d.profile_id', '=', profileId)
    .orderBy('d.recorded_at', 'desc')
    .orderBy('d.desk_record_id')
    .execute()

/** Cases of calls about results that the patient is shown: before that a case would reveal the colour. */
const shownCases = ({ kysely }: Queries, { profileId }: DataOwner) =>
  kysely
    .selectFrom('follow_ups as f')
    .innerJoin('released_results as r', (join) =>
      join.onRef('r.result_id', '=', 'f.result_id').onRef('r.round', '=', 'f.round'),
    )
    .innerJoin('samples as s', 's.sample_id', 'r.sample_id')
    .where('r.profile_id', '=', profileId)
    .where('r.state', '=', 'released')

export const readFollowUps = async (db: Queries, owner: DataOwner) =>
  await shownCases(db, owner)
    .select(['s.label', 'f.opened_at', 'f.closed_at', 'f.outcome'])
    .orderBy('f.opened_at', 'desc')
    .execute()

export const readCalls = async (db: Queries, owner: DataOwner) =>
  await shownCases(db, owner)
    .innerJoin('follow_up_notes as n', 'n.follow_up_id', 'f.follow_up_id')
    .select(['s.label', 'n.note_id', 'n.made_at', 'n.kind', 'n.details_sealed'])
    .orderBy('n.made_at', 'desc')
    .execute()
