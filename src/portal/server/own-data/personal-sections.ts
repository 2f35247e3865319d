import { findProfileByUser } from '#account/server/database/profiles.ts'
import { referenceNumber } from '#booking/rules/appointment.ts'
import { ANSWER_LABELS } from '#booking/rules/given-consent.ts'
import { listOwnConsents } from '#booking/server/database/consents.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { KEPT } from '#core/rules/kept-data.ts'
import {
  readAppointments,
  readNotices,
  readSubscriptions,
} from '#portal/server/database/own-data.ts'
import { day, instant, iso, plain, type Section, text } from '#portal/server/own-data/section.ts'

export const PROFILE: Section = {
  table: 'profiles',
  title: 'Your details',
  note: 'Your password is not here: only the identity service has it, in a form that cannot be read back. It also has your email address, name and phone number.',
  fields: [
    text('profileId', 'Your number'),
    text('first_name', 'First name'),
    text('last_name', 'Last name'),
    text('gender', 'Gender'),
    day('date_of_birth', 'Date of birth'),
    text('ethnicity', 'Ethnicity'),
    text('occupation', 'Occupation'),
    text('phone', 'Phone number'),
    text('email', 'Email'),
    text('is_verified', 'Email confirmed'),
    text('home_address', 'Home address'),
    text('billing_address', 'Billing address'),
    text('nhs_number', 'NHS number'),
    text('nhs_number_unavailable', 'NHS number cannot be shown at the moment'),
    text('ni_number', 'National Insurance number'),
    text('nhs_gp_email', 'Email of your GP'),
    text('nhs_gp_phone_number', 'Phone number of your GP'),
    text('is_active', 'Account is active'),
    text('user_id', 'Number of your account'),
  ],
  async read({ db, sealer, owner }) {
    const profile = await findProfileByUser(db, sealer, owner.userId)
    return profile === undefined ? [] : [profile]
  },
}

export const CONSENTS: Section = {
  table: 'consents',
  title: 'Your consents',
  note: 'What you answered and agreed to, with the version of the text and a checksum of its words. A later consent for the same day replaces an earlier one.',
  fields: [
    day('test_on', 'For the test on'),
    instant('agreed_at', 'Given'),
    text('text_version', 'Version of the text'),
    text('text_hash', 'Checksum of the text (SHA-256)'),
    text('choice_version', 'Version of the page about benefits and harms that you read'),
    text('paper_form', 'Number of the paper form'),
    text('superseded', 'Replaced by a later one'),
    instant('taken_back_at', 'Taken back, because it was recorded for you by mistake'),
    text('answers_unavailable', 'Answers cannot be shown at the moment'),
    ...Object.entries(ANSWER_LABELS).map(([name, label]) => text(name, label)),
  ],
  async read({ db, sealer, owner }) {
    const consents = await listOwnConsents(db, sealer, owner.profileId)
    return consents.map(({ answers, ...consent }) => ({
      test_on: consent.testOn,
      agreed_at: iso(consent.agreedAt),
      text_version: consent.textVersion,
      text_hash: consent.textHash,
      choice_version: consent.choiceVersion,
      paper_form: consent.paperForm,
      superseded: consent.isSuperseded,
      taken_back_at: consent.takenBackAt && iso(consent.takenBackAt),
      answers_unavailable: answers === null && consent.paperForm === null,
      ...answers,
    }))
  },
}

export const APPOINTMENTS: Section = {
  table: 'appointments',
  title: 'Appointments and held places',
  note: 'Also places that were only held for you for a few minutes. All times are those of London.',
  fields: [
    text('reference', 'Reference number'),
    text('event_name', 'Event'),
    text('product_name', 'Test'),
    text('address', 'Place'),
    instant('slot_start', 'From'),
    instant('slot_end', 'To'),
    text('status', 'Status'),
    text('payment_status', 'Payment'),
    instant('created_at', 'Place taken'),
    instant('hold_expires_at', 'Held until'),
    instant('booked_at', 'Booked'),
    instant('cancelled_at', 'Cancelled'),
    text('cancelled_by', 'Cancelled by'),
    text('appointment_id', 'Number'),
  ],
  async read({ db, owner }) {
    const rows = await readAppointments(db, owner)
    return rows.map(({ address_parts, ...row }) =>
      plain({
        ...row,
        reference: referenceNumber(row.appointment_id),
        address: formatAddress(address_parts),
      }),
    )
  },
}

export const SUBSCRIPTIONS: Section = {
  table: 'subscriptions',
  title: 'Newsletter and notices of events',
  isForConfirmed: true,
  note: 'Subscriptions of your email address.',
  fields: [
    text('kind', 'Subscription'),
    text('email', 'Email'),
    text('name', 'Name'),
    text('hear_about_event', 'Wants to hear about events'),
    text('district', 'Events near'),
    text('asked_district', 'Asked for instead, not confirmed'),
    instant('asked_at', 'Asked for'),
    instant('confirmed_at', 'Confirmed'),
    instant('ended_at', 'Ended'),
  ],
  read: async ({ db, owner }) => (await readSubscriptions(db, owner)).map(plain),
}

export const NOTICES: Section = {
  table: 'event_notices',
  title: 'Events that we told you about',
  isForConfirmed: true,
  note: `New events near you that a message has named or the next one may name. Kept until ${KEPT.eventNotices} after the event has begun.`,
  fields: [
    text('event_name', 'Event'),
    day('event_on', 'On'),
    instant('noticed_at', 'Found to be near you'),
  ],
  read: async ({ db, owner }) => (await readNotices(db, owner)).map(plain),
}

export const ENQUIRIES: Section = {
  table: 'enquiries',
  title: 'What you wrote to us',
  isForConfirmed: true,
  note: `Messages of the contact form that named your email address. They are deleted after ${KEPT.enquiries}.`,
  fields: [
    instant('received_at', 'Received'),
    text('first_name', 'First name'),
    text('last_name', 'Last name'),
    text('email', 'Email'),
    text('phone', 'Phone number'),
    text('message', 'Message'),
  ],
  read: ({ enquiries }) =>
    Promise.resolve(
      enquiries.map(({ receivedAt, firstName, lastName, email, phone, message }) => ({
        received_at: iso(receivedAt),
        first_name: firstName,
        last_name: lastName,
        email,
        phone,
        message,
      })),
    ),
}
