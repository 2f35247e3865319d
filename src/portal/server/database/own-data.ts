import { sql } from 'kysely'
import type { DataOwner } from '#account/server/database/data-owner.ts'
import { ADDRESS_PARTS } from '#booking/server/database/appointments.ts'
import type { Queries } from '#core/server/database/database.ts'
import { holdEnd } from '#events/server/database/live-holds.ts'

/** No row has it. */
const NO_ADDRESS = ''

/** `booking/server/database/consents.ts` reads the texts of consents, `content/server/database/enquiries.ts` the texts of enquiries. */

export const readAppointments = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('appointments as a')
    .innerJoin('events as e', 'e.event_id', 'a.event_id')
    .innerJoin('products as p', 'p.product_id', 'e.product_id')
    .select([
      'a.appointment_id',
      'e.event_name',
      'p.product_name',
      ADDRESS_PARTS.as('address_parts'),
      'a.slot_start',
      'a.slot_end',
      'a.status',
      'a.payment_status',
      holdEnd('a').as('hold_expires_at'),
      'a.created_at',
      'a.booked_at',
      'a.cancelled_at',
      'a.cancelled_by',
    ])
    .where('a.profile_id', '=', profileId)
    .orderBy('a.slot_start', 'desc')
    .execute()

export const readWaiting = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('waiting_entries as w')
    .innerJoin('events as e', 'e.event_id', 'w.event_id')
    .select([
      'e.event_name',
      'e.event_on',
      'w.mornings',
      'w.afternoons',
      'w.evenings',
      'w.joined_at',
      'w.ended_at',
      'w.ended_because',
    ])
    .where('w.profile_id', '=', profileId)
    .orderBy('w.joined_at', 'desc')
    .execute()

export const readNetworks = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('booking_networks as n')
    .innerJoin('appointments as a', 'a.appointment_id', 'n.appointment_id')
    .select(['n.appointment_id', 'n.booked_at'])
    .where('a.profile_id', '=', profileId)
    .orderBy('n.booked_at', 'desc')
    .execute()

/** The reminders of the patient's appointments and their answers. */
export const readReminders = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('reminders as r')
    .innerJoin('appointments as a', 'a.appointment_id', 'r.appointment_id')
    .select(['r.kind', 'r.slot_start', 'r.queued_at', 'r.confirmed_at', 'r.appointment_id'])
    .where('a.profile_id', '=', profileId)
    .orderBy('r.queued_at', 'desc')
    .execute()

export const readSmsChoices = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('sms_choices')
    .select(['at', 'wants'])
    .where('profile_id', '=', profileId)
    .orderBy('sms_choice_id', 'desc')
    .execute()

export const readSmsMessages = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('sms_messages')
    .select(['kind', 'slot_start', 'queued_at', 'ended_at', 'outcome'])
    .where('profile_id', '=', profileId)
    .orderBy('queued_at', 'desc')
    .execute()

export const readSessions = async ({ kysely }: Queries, { userId }: DataOwner) =>
  await kysely
    .selectFrom('sessions')
    .select(['email', 'device', 'created_at', 'last_used_at', 'absolute_end_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

export const readVerifications = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('email_verifications')
    .select(['expires_at', 'used_at'])
    .where('profile_id', '=', profileId)
    .orderBy('expires_at', 'desc')
    .execute()

export const readSubscriptions = async ({ kysely }: Queries, { confirmedEmail }: DataOwner) =>
  await kysely
    .selectFrom('subscriptions')
    .select([
      'kind',
      'email',
      'name',
      'hear_about_event',
      'district',
      'asked_district',
      'asked_at',
      'confirmed_at',
      'ended_at',
    ])
    .where('email', '=', confirmedEmail ?? NO_ADDRESS)
    .execute()

/** The upcoming events for which the patient got or will get a notice. */
export const readNotices = async ({ kysely }: Queries, { confirmedEmail }: DataOwner) =>
  await kysely
    .selectFrom('event_notices as n')
    .innerJoin('subscriptions as s', 's.subscription_id', 'n.subscription_id')
    .innerJoin('events as e', 'e.event_id', 'n.event_id')
    .select(['e.event_name', 'e.event_on', 'n.noticed_at'])
    .where('s.email', '=', confirmedEmail ?? NO_ADDRESS)
    .orderBy('e.starts_at')
    .execute()

/** By the account, never by the address: an earlier account of the address may have been another person's. */
export const readClosings = async ({ kysely }: Queries, { userId }: DataOwner) =>
  await kysely
    .selectFrom('account_closings')
    .select(['email', 'closed_at', 'kept_until'])
    .where('user_id', '=', userId)
    .execute()

export const readResets = async ({ kysely }: Queries, { confirmedEmail }: DataOwner) =>
  await kysely
    .selectFrom('password_resets')
    .select(['email', 'asked_at', 'expires_at', 'used_at', 'tries'])
    .where('email', '=', confirmedEmail ?? NO_ADDRESS)
    .orderBy('asked_at', 'desc')
    .execute()

export const readChanges = async ({ kysely }: Queries, { userId }: DataOwner) =>
  await kysely
    .selectFrom('account_changes')
    .select(['kind', 'state', 'email', 'new_email', 'asked_at', 'ended_at'])
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .execute()

export const readErrors = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('error_log')
    .select(['at', 'description', 'message', 'fields'])
    .where('profile_id', '=', profileId)
    .orderBy('at', 'desc')
    .execute()

type MailRow = {
  kind: string
  template: string | null
  created_at: Date
  done_at: Date | null
  failed_at: Date | null
}

/** Messages and other background work about the patient. */
export async function readJobs({ kysely }: Queries, owner: DataOwner): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select kind, payload ->> 'template' as template, created_at, done_at, failed_at from app.jobs
     where payload ->> 'profile_id' = ${String(owner.profileId)}
        or recipient in (${`profile:${owner.profileId}`}, ${`account:${owner.userId}`})
        or payload ->> 'appointment_id' in
           (select appointment_id::text from app.appointments where profile_id = ${owner.profileId})
        or payload ->> 'subscription_id' in
           (select subscription_id::text from app.subscriptions where email = ${owner.confirmedEmail ?? NO_ADDRESS})
        or payload ->> 'enquiry_id' = any (${[...owner.enquiryIds]}::text[])
     order by created_at desc, job_id desc`.execute(kysely)
  return rows
}

type AuditRow = {
  at: Date
  action: string
  subject: string
  by: 'you' | 'the charity' | 'another person' | 'our system'
  from_slot: Date | null
  to_slot: Date | null
  reason: string | null
}

/**
 * Entries of what the patient did, and of what was done with their data. Operators and other patients are not named: another
 * account that was refused this patient's data is 'another person'; without any actor it was the system. Of samples and results only what the
 * patient did, and that a sample was taken: the other entries show a result before its release, and the reasons are the staff's.
 */
export async function readAudit({ kysely }: Queries, owner: DataOwner): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select at, action, subject, from_slot, to_slot,
        case when actor_profile_id = ${owner.profileId} or actor_user_id = ${owner.userId} then 'you'
             when operator is not null then 'the charity'
             when actor_profile_id is not null or actor_user_id is not null then 'another person'
             else 'our system' end as by,
        case when action not in ('sample-taken', 'outcome-corrected', 'desk-identity-confirmed', 'consent-taken-back') then reason end as reason from app.audit_log
     where actor_profile_id = ${owner.profileId} or actor_user_id = ${owner.userId}
        or (subject = ${`profile:${owner.profileId}`} and action <> 'contact-read')
        or subject in (select 'appointment:' || appointment_id from app.appointments where profile_id = ${owner.profileId}
                       union all select 'consent:' || consent_id from app.consents where profile_id = ${owner.profileId})
        or (action = 'sample-taken' and ${owner.confirmedEmail !== null}
            and subject in (select 'sample:' || sample_id from app.samples where profile_id = ${owner.profileId}))
     order by at desc, audit_id desc`.execute(kysely)
  return rows
}

export const readGrants = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('access_grants as g')
    .innerJoin('events as e', 'e.event_id', 'g.event_id')
    .select(['e.event_name', 'g.granted_at'])
    .where('g.profile_id', '=', profileId)
    .orderBy('g.granted_at')
    .execute()

/** The history of the patient's appointments (APPT-04). */
export const readHistory = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('appointment_events')
    .select(['appointment_id', 'at', 'action', 'from_slot', 'to_slot', 'changed_by'])
    .where('profile_id', '=', profileId)
    .orderBy('at', 'desc')
    .execute()
