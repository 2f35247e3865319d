import { defineArrayMember, defineField, defineType } from 'sanity'
import { isLongAddress } from '../../src/content/rules/content-page.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import { explainerPath } from '../../src/content/rules/fixed-documents.ts'
import { MAX_CHARGE_PENCE, MAX_CHARGE_PERCENT } from '../../src/core/rules/content-limits.ts'
import { asSlug } from '../../src/core/rules/slug.ts'
import {
  emailProblem,
  paragraphs,
  phoneProblem,
  requiredString,
  webAddressField,
} from '../fields.ts'

const phone = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    validation: (rule) => [
      rule.required().error('Write a telephone number, for example 01632 960123'),
      rule.custom(phoneProblem),
    ],
  })

const email = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    validation: (rule) => [
      rule.required().error('Write an e-mail address'),
      rule.custom(emailProblem),
    ],
  })

/** Other texts take these values from here, so they refer to none themselves (CMS-17). */
const withoutBraces = (text: string | undefined): string | true =>
  /[{}]/.test(text ?? '') ? 'Write it without { and }: other texts take it from here' : true

/** A name of the charity that other texts can show. */
const named = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'string',
    validation: (rule) => [rule.required().error(`Fill in: ${title}`), rule.custom(withoutBraces)],
  })

/** When a line is answered; empty: not said. */
const hours = (name: string, title: string) =>
  defineField({
    name,
    title,
    description: 'For example “Monday to Friday, 9 am to 5 pm”. Shown beside the number.',
    type: 'string',
    group: 'contact',
    validation: (rule) => [
      rule.max(80).error('Write at most 80 characters'),
      rule.custom(withoutBraces),
    ],
  })

/** The page about the screening has the name in its address. */
function fitsAddress(name: string | undefined): string | true {
  const slug = asSlug(name ?? '')
  if (name !== undefined && slug === '') return 'Use at least one letter from a to z or one digit'
  return isLongAddress(explainerPath(slug)) ? 'This is too long for the address of its page' : true
}

export const siteSettings = defineType({
  name: 'siteSettings',
  title: typeTitle('siteSettings'),
  type: 'document',
  groups: [
    { name: 'charity', title: 'The charity', default: true },
    { name: 'contact', title: 'Contact' },
    { name: 'booking', title: 'Booking texts' },
  ],
  fields: [
    { ...named('charityName', 'Name of the charity'), group: 'charity' },
    {
      ...requiredString('product', 'Name of the screening', 'As in “About Halyard”.'),
      group: 'charity',
      validation: (rule) => [
        rule.required().error('Fill in: Name of the screening'),
        rule.custom(fitsAddress),
        rule.custom(withoutBraces),
      ],
    },
    { ...requiredString('tagline', 'Tagline in the footer'), group: 'charity' },
    { ...named('charityNumber', 'Registered charity number'), group: 'charity' },
    {
      ...requiredString('homeTitle', 'Title of the home page in search results'),
      group: 'charity',
    },
    {
      ...requiredString('homeDescription', 'Description of the home page in search results'),
      group: 'charity',
    },
    {
      ...requiredString('poweredBy', 'Health platform', 'Named on the sign-in and sign-up pages.'),
      group: 'charity',
    },
    { ...webAddressField('donateUrl', 'Donation page', true), group: 'charity' },
    {
      ...webAddressField('supporterUrl', 'Fundraising page for supporters', true),
      group: 'charity',
    },
    { ...phone('bookingPhone', 'Booking helpline'), group: 'contact' },
    hours('helplineHours', 'Opening hours of the booking helpline'),
    { ...phone('enquiriesPhone', 'General enquiries'), group: 'contact' },
    hours('enquiriesHours', 'Opening hours of general enquiries'),
    { ...phone('medicalPhone', 'Medical enquiries'), group: 'contact' },
    hours('medicalHours', 'Opening hours of medical enquiries'),
    { ...email('email', 'E-mail for enquiries'), group: 'contact' },
    { ...email('supportEmail', 'E-mail for help with bookings'), group: 'contact' },
    defineField({
      name: 'address',
      title: 'Postal address',
      description: 'One line per entry.',
      type: 'array',
      of: [defineArrayMember({ type: 'string' })],
      group: 'contact',
      validation: (rule) => rule.required().min(2).error('Write at least two lines'),
    }),
    defineField({
      name: 'newsletter',
      title: 'Newsletter block',
      type: 'object',
      group: 'contact',
      fields: [
        requiredString('heading', 'Heading'),
        requiredString('text', 'What people will receive'),
      ],
      validation: (rule) => rule.required().error('Fill in the newsletter block'),
    }),
    defineField({
      name: 'notice',
      title: 'Important information beside the list of events',
      type: 'object',
      group: 'booking',
      fields: [requiredString('title', 'Heading'), paragraphs('points', 'Points, one per entry')],
      validation: (rule) => rule.required().error('Fill in the important information'),
    }),
    {
      ...paragraphs('cancellationPolicy', 'Cancellation policy on the booking page'),
      group: 'booking',
    },
    defineField({
      name: 'paymentCharge',
      title: 'Payment-processing charge',
      description:
        'Kept back from a refund when a patient cancels a paid appointment in time. The percentage of the price and the pence are added. Leave both at 0 to give everything back.',
      type: 'object',
      options: { columns: 2 },
      group: 'booking',
      fields: [
        defineField({
          name: 'percent',
          title: 'Percent of the price',
          description: 'For example 1.4',
          type: 'number',
          validation: (rule) =>
            rule
              .required()
              .min(0)
              .max(MAX_CHARGE_PERCENT)
              .precision(2)
              .error(`Write a number from 0 to ${MAX_CHARGE_PERCENT}, with at most two decimals`),
        }),
        defineField({
          name: 'pence',
          title: 'Pence on top',
          description: 'For example 20',
          type: 'number',
          validation: (rule) =>
            rule
              .required()
              .integer()
              .min(0)
              .max(MAX_CHARGE_PENCE)
              .error(`Write a whole number of pence from 0 to ${MAX_CHARGE_PENCE}`),
        }),
      ],
    }),
    {
      ...paragraphs(
        'preparationAdvice',
        'How to prepare for an appointment',
        'Sent with the reminders, a week and three days before. Mails can be read by others: do not name the test.',
      ),
      group: 'booking',
    },
  ],
  preview: {
    select: { title: 'charityName' },
    prepare: ({ title }) => ({ title, subtitle: 'Site settings' }),
  },
})
