import { KEPT } from '#core/rules/kept-data.ts'
import { AUDIT_YEARS } from '#core/rules/retention.ts'
import { spelledCountOf } from '#core/texts/count.ts'
import {
  readAudit,
  readChanges,
  readClosings,
  readErrors,
  readGrants,
  readHistory,
  readJobs,
  readNetworks,
  readResets,
  readSessions,
  readVerifications,
  readWaiting,
} from '#portal/server/database/own-data.ts'
import { day, instant, plain, type Section, text } from '#portal/server/own-data/section.ts'
import { NOT_IN_THE_FILE } from '#portal/texts/own-data.ts'

export const HISTORY: Section = {
  table: 'appointment_events',
  title: 'Changes of your appointments',
  note: 'Booked, moved and cancelled, and by whom.',
  fields: [
    instant('at', 'When'),
    text('action', 'What'),
    instant('from_slot', 'From the time'),
    instant('to_slot', 'To the time'),
    text('changed_by', 'By'),
    text('appointment_id', 'Number of the appointment'),
  ],
  read: async ({ db, owner }) => (await readHistory(db, owner)).map(plain),
}

export const WAITING: Section = {
  table: 'waiting_entries',
  title: 'Waiting lists',
  note: `Kept for ${KEPT.waitingEntries} after the end.`,
  fields: [
    text('event_name', 'Event'),
    day('event_on', 'On'),
    text('mornings', 'Mornings'),
    text('afternoons', 'Afternoons'),
    text('evenings', 'Evenings'),
    instant('joined_at', 'Joined'),
    instant('ended_at', 'Ended'),
    text('ended_because', 'Why it ended'),
  ],
  read: async ({ db, owner }) => (await readWaiting(db, owner)).map(plain),
}

export const JOBS: Section = {
  table: 'jobs',
  title: 'Messages to you',
  note: `Emails that we sent or are about to send, and other work for your account. Their words are not stored: each is written from your data when it is sent. Kept for ${KEPT.jobs}.`,
  fields: [
    text('kind', 'Kind'),
    text('template', 'Message'),
    instant('created_at', 'Asked for'),
    instant('done_at', 'Done'),
    instant('failed_at', 'Given up'),
  ],
  read: async ({ db, owner }) => (await readJobs(db, owner)).map(plain),
}

export const SESSIONS: Section = {
  table: 'sessions',
  title: 'Where you were signed in',
  note: `Kept for ${KEPT.sessions} after the end. ${NOT_IN_THE_FILE}`,
  fields: [
    text('device', 'Device'),
    text('email', 'Email'),
    instant('created_at', 'Signed in'),
    instant('last_used_at', 'Last used'),
    instant('absolute_end_at', 'Ends at the latest'),
    instant('ended_at', 'Ended'),
  ],
  read: async ({ db, owner }) => (await readSessions(db, owner)).map(plain),
}

export const AUDIT: Section = {
  table: 'audit_log',
  title: 'Who did what with your data',
  note: `Kept for ${spelledCountOf(AUDIT_YEARS, 'year')}. We do not name our staff or other patients here, and of samples and results only what you did and that a sample was taken; ask us if you want to know more.`,
  fields: [
    instant('at', 'When'),
    text('action', 'What'),
    text('subject', 'With'),
    text('by', 'By'),
    instant('from_slot', 'From the time'),
    instant('to_slot', 'To the time'),
    text('reason', 'Reason'),
  ],
  read: async ({ db, owner }) => (await readAudit(db, owner)).map(plain),
}

export const VERIFICATIONS: Section = {
  table: 'email_verifications',
  title: 'Links that confirm your email address',
  note: 'The links themselves are not stored.',
  fields: [instant('expires_at', 'Valid until'), instant('used_at', 'Used')],
  read: async ({ db, owner }) => (await readVerifications(db, owner)).map(plain),
}

export const RESETS: Section = {
  table: 'password_resets',
  title: 'Codes for a forgotten password',
  isForConfirmed: true,
  note: 'Each time a code was asked for with your email address, also by others. The codes are not stored.',
  fields: [
    text('email', 'Email'),
    instant('asked_at', 'Asked for'),
    instant('expires_at', 'Valid until'),
    instant('used_at', 'Used'),
    text('tries', 'Wrong codes'),
  ],
  read: async ({ db, owner }) => (await readResets(db, owner)).map(plain),
}

export const CHANGES: Section = {
  table: 'account_changes',
  title: 'Changes of password and email address',
  note: 'Passwords are not stored.',
  fields: [
    text('kind', 'What'),
    text('state', 'State'),
    text('email', 'Email before'),
    text('new_email', 'New email'),
    instant('asked_at', 'Asked for'),
    instant('ended_at', 'Ended'),
  ],
  read: async ({ db, owner }) => (await readChanges(db, owner)).map(plain),
}

export const NETWORKS: Section = {
  table: 'booking_networks',
  title: 'Networks you booked from',
  note: `Of the network only a keyed checksum is stored, which nobody can turn back into an address. Kept for ${KEPT.bookingNetworks}.`,
  fields: [text('appointment_id', 'Number of the appointment'), instant('booked_at', 'Booked')],
  read: async ({ db, owner }) => (await readNetworks(db, owner)).map(plain),
}

export const ERRORS: Section = {
  table: 'error_log',
  title: 'Faults on your pages',
  note: 'Faults that your browser reported while you were signed in: our own words and names of fields, nothing that you typed.',
  fields: [
    instant('at', 'When'),
    text('description', 'What'),
    text('message', 'Message'),
    text('fields', 'Fields'),
  ],
  read: async ({ db, owner }) => (await readErrors(db, owner)).map(plain),
}

export const CLOSINGS: Section = {
  table: 'account_closings',
  title: 'Deleted accounts',
  note: 'An account of yours that is being deleted.',
  fields: [
    text('email', 'Email'),
    instant('closed_at', 'Deleted'),
    day('kept_until', 'Tests are kept until'),
  ],
  read: async ({ db, owner }) => (await readClosings(db, owner)).map(plain),
}

export const GRANTS: Section = {
  table: 'access_grants',
  title: 'Access codes of private events that you entered',
  note: `Kept until ${KEPT.accessGrants} after the event. The codes are not here.`,
  fields: [text('event_name', 'Event'), instant('granted_at', 'Entered')],
  read: async ({ db, owner }) => (await readGrants(db, owner)).map(plain),
}
