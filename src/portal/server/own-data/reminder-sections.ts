import { KEPT } from '#core/rules/kept-data.ts'
import { readReminders, readSmsChoices, readSmsMessages } from '#portal/server/database/own-data.ts'
import { instant, plain, type Section, text } from '#portal/server/own-data/section.ts'

export const REMINDERS: Section = {
  table: 'reminders',
  title: 'Reminders of your appointments',
  note: `Sent by email. Kept for ${KEPT.reminders} after the appointment.`,
  fields: [
    text('kind', 'Which'),
    instant('slot_start', 'Of the appointment at'),
    instant('queued_at', 'Asked for'),
    instant('confirmed_at', 'You answered that you will come'),
    text('appointment_id', 'Number of the appointment'),
  ],
  read: async ({ db, owner }) => (await readReminders(db, owner)).map(plain),
}

export const SMS_CHOICES: Section = {
  table: 'sms_choices',
  title: 'Your choices about text messages',
  note: 'The last one counts. Without one we send none.',
  fields: [instant('at', 'When'), text('wants', 'Wants text messages')],
  read: async ({ db, owner }) => (await readSmsChoices(db, owner)).map(plain),
}

export const SMS_MESSAGES: Section = {
  table: 'sms_messages',
  title: 'Text messages to you',
  note: `Their words and the number are not stored. Kept for ${KEPT.textMessages}.`,
  fields: [
    text('kind', 'Message'),
    instant('slot_start', 'Of the appointment at'),
    instant('queued_at', 'Asked for'),
    instant('ended_at', 'Done'),
    text('outcome', 'Outcome'),
  ],
  read: async ({ db, owner }) => (await readSmsMessages(db, owner)).map(plain),
}
