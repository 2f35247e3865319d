import { randomUUID } from 'node:crypto'
import type { Owner } from './people.ts'

/** How one endpoint is attacked. The expected answers follow from this and from the endpoint's `access`. */
export type Row = {
  /** A valid request of the owner. With `owned`, it names something of the owner's; anyone else is refused for it. */
  readonly input: (owner: Owner) => Record<string, unknown>
  readonly owned?: true
  /** The reason that an admitted caller is refused with; a success when not given. */
  readonly reason?: string
  /** The owner's place; a booked appointment when not given. */
  readonly place?: 'held'
}

const nothing = () => ({})
const appointment = ({ placeId }: Owner) => ({ appointment_id: placeId })
const order = ({ orderId }: Owner) => ({ order_id: orderId })
const profile = ({ email }: Owner) => ({ email })
const event = ({ eventId }: Owner) => ({ event_id: eventId })
const someResult = ({ profileId }: Owner) => ({ profileId, result_id: randomUUID() })
const address = () => `${randomUUID()}@example.org`
const consent = ({ profileId, day }: Owner) => ({
  profileId,
  psaTestDate: day,
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyHistoryBreastOvarianCancer: 'No',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
  choiceVersion: '0123456789abcdef',
})
const unknownToken = () => ({ token: 'x'.repeat(43) })

/** One row per endpoint of the contract; a new endpoint needs one. */
export const ROWS: Readonly<Record<string, Row>> = {
  signIn: {
    input: ({ email }) => ({ email, password: 'not-the-password' }),
    reason: 'sign-in-refused',
  },
  signUp: { input: () => ({ email: address(), password: 'a-calm-harbour' }) },
  signOut: { input: nothing },
  getSession: { input: nothing },
  extendSession: { input: nothing },
  listSessions: { input: nothing },
  endSession: { input: ({ sessionId }) => ({ session_id: sessionId }), owned: true },
  verifyEmail: { input: unknownToken, reason: 'link-invalid' },
  resendVerification: { input: nothing, reason: 'already-confirmed' },
  askPasswordReset: { input: () => ({ email: address() }) },
  verifyResetCode: {
    input: ({ email }) => ({ email, code: '000000' }),
    reason: 'other-browser',
  },
  setResetPassword: { input: () => ({ password: 'a-calm-harbour' }), reason: 'code-needed' },
  changePassword: {
    input: () => ({ old_password: 'not-the-password', password: 'a-calm-harbour' }),
    reason: 'wrong-password',
  },
  askEmailChange: {
    input: () => ({ email: address(), password: 'not-the-password' }),
    reason: 'wrong-password',
  },
  confirmEmailChange: { input: unknownToken, reason: 'link-invalid' },
  checkProfile: {
    input: ({ email, day }) => ({ email, firstName: 'A', lastName: 'B', dateOfBirth: day }),
  },
  getProfile: { input: profile, owned: true },
  createProfile: {
    input: ({ userId, email }) => ({
      user_id: userId,
      email,
      first_name: 'Another',
      last_name: 'Name',
      gender: 'Male',
      date_of_birth: '1961-02-03',
      ethnicity: 'White British',
      phone: '01206 555 0101',
      home_address: '2 High Street, Colchester, CO1 1AA, England',
    }),
    owned: true,
    reason: 'profile-exists',
  },
  updateProfile: { input: ({ email }) => ({ email, occupation: 'Boatbuilder' }), owned: true },
  exportOwnData: { input: nothing },
  previewClosing: { input: nothing },
  closeAccount: { input: () => ({ password: 'not-the-password' }), reason: 'wrong-password' },
  listConsents: { input: nothing },
  listEvents: { input: nothing },
  getEvent: { input: event },
  listSlots: { input: event },
  checkAccessCode: {
    input: ({ eventId }) => ({ event_id: eventId, access_code: 'LODGE-2041' }),
    reason: 'access-code-invalid',
  },
  describeMap: { input: nothing },
  createHold: {
    input: ({ eventId, day, times }) => ({
      event_id: eventId,
      appt_date: day,
      appt_time: times[1],
      idempotency_key: randomUUID(),
    }),
    place: 'held',
  },
  releaseHold: { input: ({ placeId }) => ({ hold_id: placeId }), owned: true, place: 'held' },
  getOwnPlace: { input: event },
  listWaiting: { input: nothing },
  joinWaitingList: {
    input: ({ fullEventId: event_id }) => ({
      event_id,
      mornings: true,
      afternoons: true,
      evenings: true,
    }),
    place: 'held',
  },
  leaveWaitingList: { input: ({ waitingId }) => ({ waiting_id: waitingId }), owned: true },
  listUpcomingAppointments: { input: ({ profileId }) => ({ profileId }), owned: true },
  listPastAppointments: { input: ({ profileId }) => ({ profileId }), owned: true },
  createAppointment: {
    input: ({ profileId, eventId, day, times }) => ({
      profileId,
      eventId,
      eventDate: day,
      appointmentStartTime: times[0],
    }),
    owned: true,
    place: 'held',
  },
  getAppointment: { input: appointment, owned: true },
  cancelAppointment: { input: appointment, owned: true },
  rescheduleAppointment: {
    input: (owner) => ({ ...appointment(owner), appt_time: owner.times[2] }),
    owned: true,
  },
  getCalendar: { input: appointment, owned: true },
  getCheckout: { input: nothing },
  // No payment provider is configured here; tests/integration/payments pays.
  createOrder: {
    input: () => ({
      cart: [{ description: 'x', amount: '25.00', shippingPreference: 'NO_SHIPPING' }],
    }),
    reason: 'not-open-paid',
  },
  captureOrder: { input: order, owned: true, reason: 'unavailable' },
  getOrder: { input: order, owned: true },
  recordTransaction: {
    input: ({ orderId }) => ({ data: { payment_reference: orderId, status: 'COMPLETED' } }),
    owned: true,
  },
  listOwnPayments: { input: nothing },
  getReceipt: { input: appointment, owned: true, reason: 'receipt-not-found' },
  createConsent: { input: consent, owned: true },
  getTestConsent: {
    input: ({ profileId, day }) => ({ profile_id: profileId, test_date: day }),
    owned: true,
  },
  createTestConsent: { input: consent, owned: true },
  listResults: { input: ({ profileId }) => ({ profileId }), owned: true },
  acknowledgeResult: {
    input: (owner) => ({ ...someResult(owner), round: 1 }),
    owned: true,
    reason: 'result-not-found',
  },
  getResultLetter: { input: someResult, owned: true, reason: 'result-not-found' },
  readReminder: { input: unknownToken, reason: 'link-invalid' },
  confirmAttendance: { input: unknownToken, reason: 'link-invalid' },
  getSmsChoice: { input: nothing },
  setSmsChoice: { input: () => ({ wants: false }) },
  createSubscription: { input: () => ({ name: 'A Visitor', email: address() }) },
  confirmSubscription: { input: unknownToken, reason: 'link-invalid' },
  cancelSubscription: { input: unknownToken, reason: 'link-invalid' },
  createEventNotice: { input: () => ({ postcode: 'IP4', email: address() }) },
  confirmEventNotice: { input: unknownToken, reason: 'link-invalid' },
  cancelEventNotice: { input: unknownToken, reason: 'link-invalid' },
  createEnquiry: {
    input: () => ({
      'first-name': 'A',
      'last-name': 'Visitor',
      email: address(),
      'phone-number': '01206 555 0102',
      message: 'When is the next event?',
    }),
  },
  logError: { input: () => ({ errorMessage: 'x', description: 'Page Failure' }) },
  getHealth: { input: nothing },
}
