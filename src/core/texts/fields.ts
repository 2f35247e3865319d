import { CHANGE_TEXTS, RESET_TEXTS } from '#account/texts/account-changes.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { SIGN_IN_PASSWORD_MISSING } from '#core/texts/account-forms.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { EMAIL_FORMAT, FIELD_REQUIRED } from '#core/texts/common.ts'
import { AUDIENCES } from '#events/rules/event.ts'
import { DATE_FILTERS } from '#events/rules/event-filter.ts'
import { ACCESS_CODE_TEXTS } from '#events/texts/events.ts'

const ORDER_FORMAT = 'This is not an order.'
const TIME_FORMAT = 'Enter a time as HH:mm.'

/** Example: `today, next-week or next-month`. */
const choiceOf = (values: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values)

/**
 * The API's message for each field of a request that is missing or has the wrong form, by the field's name
 * (API-06), or by `field.part` for a part of a record. A schema may have a more precise one. A library's
 * message is never returned.
 */
export const FIELD_MESSAGES: Readonly<Record<string, string>> = {
  // Accounts and profiles
  email: EMAIL_FORMAT,
  postcode: 'Enter the first part of your postcode, such as IP4.',
  password: SIGN_IN_PASSWORD_MISSING,
  old_password: CHANGE_TEXTS.oldPasswordMissing,
  code: RESET_TEXTS.codeFormat,
  display_name: 'Enter the name as text.',
  token: 'This link is not complete.',
  wants: 'Answer yes or no.',
  session_id: 'This is not the id of a session.',
  user_id: 'This is not the id of an account.',
  firstName: PROFILE_FAULTS.firstName,
  first_name: PROFILE_FAULTS.firstName,
  lastName: PROFILE_FAULTS.lastName,
  last_name: PROFILE_FAULTS.lastName,
  dateOfBirth: PROFILE_FAULTS.birthDateUnreal,
  date_of_birth: PROFILE_FAULTS.birthDateUnreal,
  gender: PROFILE_FAULTS.gender,
  ethnicity: PROFILE_FAULTS.ethnicity,
  occupation: 'Enter the occupation as text.',
  phone: PROFILE_FAULTS.phoneMissing,
  home_address: PROFILE_FAULTS.address,
  billing_address: 'Enter the billing address as text.',
  version: 'Send the version of the profile as a whole number.',
  nhs_number: PROFILE_FAULTS.nhsNumber,
  ni_number: 'This cannot be set here.',
  nhs_gp_email: 'This cannot be set here.',
  nhs_gp_phone_number: 'This cannot be set here.',
  is_verified: 'This cannot be set here.',
  is_active: 'This cannot be set here.',
  // Events and booking
  event_id: 'This is not the number of an event.',
  access_code: ACCESS_CODE_TEXTS.missing,
  eventId: 'This is not the number of an event.',
  profileId: 'This is not the number of a profile.',
  profile_id: 'This is not the number of a profile.',
  appointment_id: 'This is not the id of an appointment.',
  hold_id: 'This is not the id of a hold.',
  result_id: 'This is not the id of a result.',
  round: 'Send the number of the judgement that was shown.',
  appt_date: 'Enter a real day of the event as YYYY-MM-DD.',
  eventDate: 'Enter a real day of the event as YYYY-MM-DD.',
  appt_time: TIME_FORMAT,
  appointmentStartTime: TIME_FORMAT,
  appointmentEndTime: TIME_FORMAT,
  idempotency_key: 'Use 8 to 64 letters or digits.',
  gives_up_offer: 'Answer yes or no.',
  waiting_id: 'This is not the id of an entry of a waiting list.',
  mornings: 'Answer yes or no.',
  afternoons: 'Answer yes or no.',
  evenings: 'Answer yes or no.',
  eventPrice: 'Enter the price as a number.',
  eventName: 'Enter the name of the event as text.',
  eventLocation: 'Enter the place of the event as text.',
  lab: 'Enter the laboratory as text.',
  product: 'Name the product by its known fields only.',
  paymentStatus: 'Enter the state of the payment as text.',
  cart: 'Send one entry with description, amount and NO_SHIPPING.',
  data: 'Send the record of the payment by its known fields only.',
  order_id: ORDER_FORMAT,
  'data.payment_reference': ORDER_FORMAT,
  funding: 'Pay by card or with PayPal.',
  refund_pence: 'Enter the refund as a whole number of pence.',
  for: `Use ${choiceOf(AUDIENCES)}, separated by commas.`,
  location: `Enter a place of ${CHARACTER_LIMITS.place} characters or fewer.`,
  date: `Use ${choiceOf(DATE_FILTERS)}.`,
  // Consent
  psaTestDate: 'Enter a real day of the test as YYYY-MM-DD.',
  test_date: 'Enter a real day of the test as YYYY-MM-DD.',
  numberOfPsaTest: FIELD_REQUIRED,
  familyHistoryProstateCancer: FIELD_REQUIRED,
  familyMemberWithProstateCancer: 'Choose from the listed relatives.',
  additionalProstateCancerDetails: 'Enter the details as text.',
  familyHistoryBreastOvarianCancer: FIELD_REQUIRED,
  familyMemberWithOvarianCancer: 'Choose from the listed relatives.',
  motherSideDetails: 'Enter the details as text.',
  medicationHistory: 'Choose from the listed medicines.',
  termsAndConditions: FIELD_REQUIRED,
  sampleConsent: FIELD_REQUIRED,
  choiceVersion: 'Send the version of the page as 16 digits.',
  disclaimer: FIELD_REQUIRED,
  // Forms
  name: 'Enter the name as text.',
  hear_about_event: 'Answer yes or no.',
  'first-name': PROFILE_FAULTS.firstName,
  'last-name': PROFILE_FAULTS.lastName,
  'phone-number': 'Enter the phone number as text.',
  message: 'Enter the message as text.',
  website: 'Leave this field empty.',
  resubmitKey: 'This is not the key of an earlier attempt.',
  errorMessage: 'Enter the message as text.',
  description: 'Enter the description as text.',
  fields: 'Name the fields only, at most 40.',
}

/** A field that the request may not have, or not at this place. */
export const FIELD_NOT_ACCEPTED = 'This cannot be sent here.'

/** A field without a message: only other programs send such fields. */
export const FIELD_WRONG = 'This is not valid.'
