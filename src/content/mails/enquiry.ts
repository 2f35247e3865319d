import * as z from 'zod/mini'
import {
  type EnquiryContent,
  enquiryContext,
  findEnquiry,
} from '#content/server/database/enquiries.ts'
import { facts, type Letter, text } from '#core/server/mail/letter.ts'
import { mail } from '#core/server/mail/mail.ts'

/** Forwards an enquiry to the charity; the mail's Reply-To is the sender of the enquiry. */
export function enquiryLetter(enquiry: EnquiryContent): Letter {
  return {
    subject: 'A new message from the contact form',
    greeting: 'Somebody has written to you on the website.',
    blocks: [
      facts(
        ['Name', `${enquiry.firstName} ${enquiry.lastName}`],
        ['E-mail', enquiry.email],
        ['Telephone', enquiry.phone],
      ),
      ...enquiry.message
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map(text),
    ],
  }
}

export const ENQUIRY = mail({
  name: 'enquiry',
  priority: 3,
  payload: z.object({ enquiry_id: z.uuid() }),
  async draft({ enquiry_id }, { database, sealer }, charity) {
    const sealed = await findEnquiry(database, enquiry_id)
    if (sealed === undefined) return undefined
    // The job is retried.
    if (charity.email === '') throw new Error("The charity's address is not known.")
    const enquiry = JSON.parse(sealer.open(sealed, enquiryContext(enquiry_id))) as EnquiryContent
    return { to: charity.email, replyTo: enquiry.email, letter: enquiryLetter(enquiry) }
  },
})
