import { NEAR_MILES } from '#events/rules/distance.ts'

/** Texts of 'Tell me when there is one near' (EVL-10). */
export const NOTICE_TEXTS = {
  title: 'Tell me when there is one near',
  lead: `We send a message when there are new events within ${NEAR_MILES} miles, at most one an hour. Nothing else, and you can stop it with one click.`,
  postcode: 'Postcode area',
  postcodeHint: 'The first part is enough, such as IP4. We keep no more of it.',
  email: 'Email',
  send: 'Tell me',
  sending: 'Sending…',
  sent: 'One step is left: we have sent you a message. Please open the link in it to confirm that the address is yours.',
  postcodeMissing: 'Enter the first part of your postcode, such as IP4.',
  postcodeUnknown:
    'We do not know this postcode. Enter its first part, such as IP4 or D02. For a BFPO address, enter the postcode of a place near you.',
  linkInvalid: 'This link has expired or is not complete. Please ask for the messages again.',
} as const
