import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import type { ListedAppointmentOnWire } from '#booking/contract/appointments.ts'
import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import type { ConsentAnswers } from '#booking/rules/consent.ts'
import type { OwnPlaceOnWire } from '#booking/store/own-place.ts'
import type { EventOnWire } from '#events/contract/events.ts'

/** The server's clock in these tests: a Saturday at noon. */
export const SERVER_NOW = '2026-11-21T12:00:00.000Z'

/** A free public event on Saturday, 12 December 2026, 09:00 to 10:00 in slots of 20 minutes. */
export const event = (over: Partial<EventOnWire> = {}): EventOnWire & { server_time: string } => ({
  id: 7,
  event_id: 7,
  event_name: 'Harbour Hall',
  event_description: 'An open morning.',
  event_date: '2026-12-12',
  start_time: '09:00',
  end_time: '10:00',
  starts_at: '2026-12-12T09:00:00.000Z',
  ends_at: '2026-12-12T10:00:00.000Z',
  session_duration: 20,
  price: 0,
  product_id: 1,
  product_name: 'Total PSA Test',
  product_price: null,
  email_template: null,
  lab_name: null,
  is_private: false,
  exclusive_for: null,
  audience: 'community',
  total_spaces: 3,
  booked_spaces: 1,
  payment_required: false,
  cancelled: false,
  contact_email: null,
  address_line1: '1 Quay Street',
  address_line2: null,
  address_line_1: '1 Quay Street',
  address_line_2: null,
  city: 'Whitby',
  state: null,
  postcode: 'YO21 3EN',
  country: 'England',
  latitude: null,
  longitude: null,
  server_time: SERVER_NOW,
  ...over,
})

export const slots = (...free: string[]) => ({ '2026-12-12': { availableTimeSlots: free } })

export const hold = (over: Partial<HoldOnWire> = {}): HoldOnWire => ({
  hold_id: '7f3f6f0e-6f0a-4f57-9c6e-0f5c1a2b3c4d',
  event_id: 7,
  appt_date: '2026-12-12',
  appt_time: '09:20',
  hold_expires_at: '2026-11-21T12:15:00.000Z',
  offered: false,
  server_time: SERVER_NOW,
  ...over,
})

export const appointment = (over: Partial<AppointmentOnWire> = {}): AppointmentOnWire => ({
  appointment_id: '11111111-2222-4333-8444-555555555555',
  event_id: 7,
  event_name: 'Harbour Hall',
  product_name: 'Total PSA Test',
  email: 'arthur@example.org',
  appt_date: '2026-12-12',
  appt_time: '09:20',
  status: 'booked',
  payment_status: 'paid',
  event_location: '1 Quay Street, Whitby, YO21 3EN',
  what_to_bring: null,
  starts_at: '2026-12-12T09:20:00.000Z',
  ends_at: '2026-12-12T09:40:00.000Z',
  version: 0,
  payment: null,
  ...over,
})

/** An appointment of a list, with its history. */
export const listed = (over: Partial<ListedAppointmentOnWire> = {}): ListedAppointmentOnWire => ({
  ...appointment(),
  history: [
    {
      at: '2026-11-20T08:00:00.000Z',
      action: 'booked',
      changed_by: 'patient',
      from_starts_at: null,
      to_starts_at: '2026-12-12T09:20:00.000Z',
    },
  ],
  confirmed_at: null,
  refund_if_cancelled: null,
  ...over,
})

/** GET /holds/current: what the patient holds and has booked. */
export const ownPlace = (over: Partial<OwnPlaceOnWire> = {}): OwnPlaceOnWire => ({
  hold: null,
  appointment: null,
  free_repeat: false,
  server_time: SERVER_NOW,
  ...over,
})

/** GET /auth/session of a patient with this profile. */
export const session = (profileId = 41) => ({
  session: {
    email: 'arthur@example.org',
    user_id: '22222222-2222-4333-8444-555555555555',
    profile: {
      profileId,
      user_id: '22222222-2222-4333-8444-555555555555',
      first_name: 'Arthur',
      last_name: 'Pendle',
      gender: 'Male',
      date_of_birth: '1962-03-27',
      ethnicity: 'White British',
      occupation: null,
      phone: '01206 555 0100',
      email: 'arthur@example.org',
      home_address: '1 High Street',
      version: 1,
      billing_address: null,
      nhs_number: null,
      ni_number: null,
      nhs_gp_email: null,
      nhs_gp_phone_number: null,
      nhs_number_unavailable: false,
      nhs_number_to_check: false,
      is_verified: true,
      is_active: true,
    },
    ends_at: '2026-11-21T12:30:00.000Z',
    absolute_end_at: '2026-11-22T00:00:00.000Z',
    server_time: SERVER_NOW,
  },
})

/** A complete consent form. */
export const ANSWERS: ConsentAnswers = {
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'Yes',
  familyMemberWithProstateCancer: ['Father'],
  additionalProstateCancerDetails: 'CANARY details',
  familyHistoryBreastOvarianCancer: 'No',
  familyMemberWithOvarianCancer: ['Mother'],
  motherSideDetails: 'CANARY no longer asked',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
  choiceVersion: '0123456789abcdef',
  privateGp: true,
}
