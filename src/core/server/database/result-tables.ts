import type { Generated, GeneratedAlways } from 'kysely'
import type { IsoDate } from '#core/rules/time.ts'

/** How two people end a row in quarantine: its value is taken over, also beside one differing identifier, or it stays without a result. */
export type RowEnd = 'confirmed' | 'difference-accepted' | 'closed'

/** The tables of samples and results in schema `app`, and the view of released results; part of `Tables`. */
export type ResultTables = {
  labs: {
    lab_id: GeneratedAlways<number>
    lab_name: string
    lab_key: string
    /** The calendar days after which a tube without a result is listed as missing. */
    result_days: Generated<number>
  }
  free_repeats: {
    sample_id: string
    profile_id: number
    granted_at: Date
    appointment_id: string | null
  }
  samples: {
    sample_id: string
    label: string
    appointment_id: string | null
    profile_id: number
    event_id: number
    lab_id: number
    state: Generated<'taken' | 'resulted' | 'void' | 'mistaken' | 'spoiled'>
    surname_key: string
    forename_key: string
    birth_date: IsoDate
    patient_name_sealed: Buffer
    taken_at: Date
    recorded_by: string
    recorded_at: Date
    changed_by: string
    change_reason: string | null
  }
  desk_records: {
    desk_record_id: string
    profile_id: number
    event_id: number
    appointment_id: string | null
    kind:
      | 'arrived'
      | 'identity-confirmed'
      | 'identity-failed'
      | 'answers'
      | 'not-tested'
      | 'absent'
      | 'left'
      | 'undone'
    undoes: string | null
    details_sealed: Buffer | null
    source: 'online' | 'paper'
    recorded_by: string
    recorded_at: Date
  }
  /** A view: the desk records that have not been undone. */
  desk_in_force: {
    desk_record_id: string | null
    profile_id: number | null
    event_id: number | null
    appointment_id: string | null
    kind: string | null
    undoes: string | null
    details_sealed: Buffer | null
    source: string | null
    recorded_by: string | null
    recorded_at: Date | null
  }
  /** A view: the patients of each event, with the state of each. */
  attendance: {
    event_id: number | null
    profile_id: number | null
    appointment_id: string | null
    slot_start: Date | null
    place_no: number | null
    status: string | null
    label: string | null
    taken_at: Date | null
    state: string | null
  }
  spent_labels: {
    label: string
    spent_at: Date
    bound_again_at: Date | null
  }
  lab_files: {
    file_id: string
    sha256: Buffer
    imported_by: string
    imported_by_key: string
    imported_at: Date
    row_count: number
    lab_id: number | null
    mapping_id: string | null
  }
  lab_mappings: {
    mapping_id: string
    lab_id: number
    valid_from: Date
    mapping: Record<string, unknown>
    made_by: string
    made_by_key: string
    made_at: Date
  }
  lab_checks: {
    check_id: GeneratedAlways<number>
    label: string
    identity_hash: Buffer | null
    checked_at: Date
  }
  lab_uploads: {
    upload_id: string
    lab_id: number
    mapping_id: string | null
    state: 'sending' | 'sent' | 'checked' | 'refused' | 'taking' | 'taken'
    sent_by: string
    staff_id: number
    sent_at: Date
    request_id: string
    rows_done: Generated<number>
    report: Record<string, unknown> | null
    file_id: string | null
  }
  lab_upload_pieces: {
    piece_id: string
    upload_id: string
    piece_no: number
    content_sealed: Buffer
  }
  lab_rows: {
    row_id: string
    file_id: string
    line: number
    label: string | null
    sample_id: string | null
    decision: 'accepted' | 'amended' | 'unchanged' | 'withdrawn' | 'quarantined'
    reasons: string[]
    row_sealed: Buffer | null
    identity_hash: Buffer | null
    content_hash: Buffer | null
    has_forename: boolean | null
    nhs_agrees: boolean | null
    proposed_resolution: RowEnd | null
    proposed_by: string | null
    proposed_by_key: string | null
    proposed_at: Date | null
    proposed_reason: string | null
    proposed_about: string | null
    /** The identifier that differs, as the paper form has it. */
    proposed_paper: string | null
    /** 'overtaken': the laboratory sent the same again, or the final value. */
    resolution: RowEnd | 'overtaken' | null
    resolved_by: string | null
    resolved_by_key: string | null
    resolved_at: Date | null
    resolution_reason: string | null
    resolved_paper: string | null
  }
  results: {
    result_id: string
    sample_id: string
    appointment_id: string | null
    profile_id: number
    row_id: string
    version: number
    state: Generated<
      'matched' | 'graded' | 'deferred' | 'released' | 'on_hold' | 'superseded' | 'withdrawn'
    >
    finding_sealed: Buffer
    light_sealed: Buffer | null
    risk_group_sealed: Buffer | null
    comments_sealed: Buffer | null
    retest_on_sealed: Buffer | null
    round: number | null
    judgement_mac: Buffer | null
    matched_by: string
    matched_by_key: string
    matched_at: Date
    released_at: Date | null
    corrected: Generated<boolean>
    refused_by_lab_at: Date | null
    held: Generated<boolean>
    call_needed: boolean | null
    revision: Generated<number>
    changed_by: string
    changed_at: Date
    change_reason: string | null
  }
  gradings: {
    grading_id: string
    result_id: string
    round: number
    reader: number
    given_by: string
    given_by_key: string
    given_at: Date
    light_sealed: Buffer
    risk_group_sealed: Buffer
    comments_sealed: Buffer
    retest_on_sealed: Buffer
    judgement_mac: Buffer
    second_needed: boolean
    call_needed: boolean | null
    /** Null for a judgement from before this column. */
    retest_reason_sealed: Buffer | null
  }
  deferrals: {
    deferral_id: string
    result_id: string
    deferred_by: string
    deferred_at: Date
    details_sealed: Buffer
  }
  /** A case of calls about one judgement of a result, or about one that was another patient's. */
  follow_ups: {
    follow_up_id: Generated<string>
    result_id: string
    round: number
    kind: Generated<'call-first' | 'unread' | 'wrong-patient'>
    opened_at: Date
    opened_by: string
    listed_at: Generated<Date>
    other_sample_id: string | null
    pass: Generated<number>
    outcome: 'spoken-to' | 'not-reached' | 'replaced' | 'read' | 'done' | null
    closed_at: Date | null
    closed_by: string | null
  }
  follow_up_notes: {
    note_id: string
    follow_up_id: string
    kind:
      | 'attempt'
      | 'spoken-to'
      | 'not-reached'
      | 'shown'
      | 'told-patient'
      | 'told-other'
      | 'no-other'
      | 'told-laboratory'
      | 'incident'
      | 'reopened'
    pass: Generated<number>
    made_at: Date
    made_by: string
    details_sealed: Buffer
  }
  thresholds: {
    thresholds_id: string
    bands: Record<string, unknown>
    proposed_by: string
    proposed_by_key: string
    proposed_at: Date
    accepted_by: string | null
    accepted_by_key: string | null
    accepted_at: Date | null
  }
  /** A view: the days on which patients were tested. */
  tests: { profile_id: number | null; appointment_id: string | null; day: IsoDate | null }
  /** A view: the day from which the retention of a tested patient counts. */
  last_tests: { profile_id: number | null; last_test_on: IsoDate | null }
  /** A view: shown results that their patient has not opened. */
  unread_results: {
    result_id: string | null
    round: number | null
    profile_id: number | null
    event_id: number | null
    label: string | null
    is_verified: boolean | null
    since: Date | null
  }
  /** A view: what the portal reads of results, and nothing else. Every column of a view may be null for Postgres. */
  released_results: {
    result_id: string | null
    profile_id: number | null
    appointment_id: string | null
    event_id: number | null
    lab_name: string | null
    taken_at: Date | null
    version: number | null
    corrected: boolean | null
    state: 'released' | 'withheld' | null
    finding_sealed: Buffer | null
    light_sealed: Buffer | null
    risk_group_sealed: Buffer | null
    comments_sealed: Buffer | null
    retest_on_sealed: Buffer | null
    released_at: Date | null
    /** Counts the judgements of this version. */
    round: number | null
    sample_id: string | null
    patient_name_sealed: Buffer | null
    birth_date: IsoDate | null
  }
}
