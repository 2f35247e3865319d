import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AppointmentStatus } from '#booking/rules/appointment.ts'
import type { WaitingEnd } from '#booking/rules/waiting-list.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { AccessTables } from '#core/server/database/access-tables.ts'
import type { AccountTables } from '#core/server/database/account-tables.ts'
import type { PaymentTables } from '#core/server/database/payment-tables.ts'
import type { ReminderTables } from '#core/server/database/reminder-tables.ts'
import type { ResultTables } from '#core/server/database/result-tables.ts'
import type { StaffTables } from '#core/server/database/staff-tables.ts'
import type { Audience } from '#events/rules/event.ts'

/** The tables of schema `app`; tests/integration/tables.test.ts compares them with the migrations. */
export type Tables = {
  products: {
    product_id: Generated<number>
    product_name: string
    price_pence: number | null
    email_template: string | null
  }
  events: {
    event_id: Generated<number>
    external_ref: string | null
    event_name: string | null
    event_description: string | null
    product_id: number
    event_on: IsoDate
    start_time: string
    end_time: string | null
    session_minutes: number | null
    starts_at: GeneratedAlways<Date>
    ends_at: GeneratedAlways<Date>
    price_pence: number | null
    payment_required: boolean | null
    lab_name: string | null
    is_private: Generated<boolean>
    exclusive_for: string | null
    audience: Audience
    total_spaces: number
    places_per_slot: Generated<number>
    contact_email: string | null
    address_line_1: string | null
    address_line_2: string | null
    city: string | null
    state: string | null
    postcode: string | null
    country: string | null
    latitude: number | null
    longitude: number | null
    step_free_access: string | null
    parking: string | null
    hearing_loop: string | null
    toilets: string | null
    how_to_get_there: string | null
    what_to_bring: string | null
    cancelled_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    published_at: Generated<Date | null>
    closed_at: Date | null
    tubes_handed_over: number | null
    walk_in_places: Generated<number>
    version: Generated<number>
    form_key: string | null
  }
  profiles: {
    profile_id: Generated<number>
    user_id: string
    email: string
    first_name: string
    last_name: string
    gender: string | null
    birth_date: IsoDate | null
    ethnicity: string | null
    occupation: string | null
    phone: string | null
    home_address: string | null
    billing_address: string | null
    nhs_number_sealed: Buffer | null
    nhs_number_hash: Buffer | null
    ni_number: string | null
    nhs_gp_email: string | null
    nhs_gp_phone_number: string | null
    is_verified: Generated<boolean>
    is_active: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    account_kind: Generated<string>
  }
  choice_texts: {
    version: string
    content: ColumnType<Record<string, unknown>, string, string>
    last_used_at: Date
  }
  consents: {
    consent_id: string
    profile_id: number
    test_on: IsoDate
    text_version: string
    text_hash: string
    choice_version: string | null
    answers_sealed: Buffer
    agreed_at: Date
    channel: Generated<'online' | 'paper'>
    paper_ref: string | null
    recorded_by: string | null
    taken_back_at: Date | null
    taken_back_by: string | null
  }
  appointments: {
    appointment_id: Generated<string>
    event_id: number
    profile_id: number
    slot_start: Date
    slot_end: Date
    place_no: number
    status: AppointmentStatus
    hold_expires_at: Date | null
    idempotency_key: string
    payment_status: Generated<string>
    closed_at: Date | null
    booked_at: Date | null
    cancelled_at: Date | null
    cancelled_by: 'patient' | 'charity' | null
    calendar_sequence: Generated<number>
    is_offer: Generated<boolean>
    waiting_id: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    access_code_id: string | null
    unpinned_end: Date | null
    extended_at: Date | null
    counted_until: Date | null
  }
  waiting_entries: {
    waiting_id: Generated<string>
    turn: GeneratedAlways<number>
    event_id: number
    profile_id: number
    mornings: boolean
    afternoons: boolean
    evenings: boolean
    joined_at: Date
    ended_at: Date | null
    ended_because: WaitingEnd | null
  }
  appointment_events: {
    appointment_event_id: GeneratedAlways<number>
    appointment_id: string
    profile_id: number
    at: Date
    action: 'booked' | 'moved' | 'cancelled'
    from_slot: Date | null
    to_slot: Date | null
    changed_by: 'patient' | 'charity'
  }
  result_acknowledgements: {
    result_id: string
    round: number
    acknowledged_at: Date
  }
  rate_limits: {
    limit_name: string
    subject_hash: Buffer
    window_start: Date
    used: number
  }
  jobs: {
    job_id: GeneratedAlways<number>
    kind: string
    dedupe_key: string
    payload: ColumnType<Record<string, unknown>, string, string>
    run_at: Date
    locked_until: Date | null
    attempts: Generated<number>
    done_at: Date | null
    failed_at: Date | null
    last_error: string | null
    created_at: Generated<Date>
    message_id: Generated<string>
    recipient: string | null
    priority: Generated<number>
    turn_at: Generated<Date>
    superseded_by: number | null
  }
  subscriptions: {
    subscription_id: GeneratedAlways<number>
    email: string
    name: string
    hear_about_event: boolean
    kind: Generated<'newsletter' | 'events-near'>
    /** Postcode district or area of 'events-near'. */
    district: string | null
    asked_district: string | null
    token_hash: Buffer | null
    token_expires_at: Date | null
    asked_at: Date
    confirmed_at: Date | null
    ended_at: Date | null
    /** The mail that new events are collected for. */
    collecting_mail: Generated<number>
    noticed_mail: number | null
    noticed_at: Date | null
  }
  event_notices: {
    subscription_id: number
    event_id: number
    mail: number
    noticed_at: Generated<Date>
  }
  subscription_links: {
    token_hash: Buffer
    subscription_id: number
    made_at: Generated<Date>
  }
  enquiries: {
    enquiry_id: string
    content_sealed: Buffer
    received_at: Date
    forwarded: string | null
  }
  booking_networks: {
    appointment_id: string
    network_hash: Buffer
    booked_at: Date
  }
  key_checks: {
    kind: 'data' | 'lookup'
    key_id: string
    check_value: Buffer
    created_at: Date
  }
  audit_log: {
    audit_id: GeneratedAlways<number>
    at: Date
    actor_profile_id: number | null
    actor_user_id: string | null
    action: string
    subject: string
    from_slot: Date | null
    to_slot: Date | null
    request_id: string | null
    operator: string | null
    reason: string | null
    attempts: number | null
    staff_id: number | null
    subjects: number[] | null
  }
  error_log: {
    error_id: GeneratedAlways<number>
    at: Date
    description: string
    message: string
    fields: Generated<string[]>
    profile_id: number | null
    request_id: string | null
  }
} & ResultTables &
  AccessTables &
  AccountTables &
  ReminderTables &
  PaymentTables &
  StaffTables
