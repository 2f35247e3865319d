import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sendMail } from '#app/mail/send.ts'
import { MAIL_TEMPLATES, type MailTemplate } from '#core/rules/mail-templates.ts'
import { mailSetup } from './mail-setup.ts'

const mails = mailSetup()

/** As decision 018 has it. */
const PRIORITIES: Readonly<Record<MailTemplate, 0 | 1 | 2 | 3>> = {
  'event-cancelled': 0,
  'details-changed': 0,
  'place-offered': 0,
  'payment-returned': 0,
  'payment-declined': 0,
  'payment-given-up': 0,
  booked: 1,
  moved: 1,
  cancelled: 1,
  'payment-pending': 1,
  'password-changed': 1,
  'email-change-asked': 1,
  'email-changed': 1,
  'email-change-link': 2,
  'verify-email': 2,
  'waiting-ended': 2,
  receipt: 2,
  'refund-sent': 2,
  reminder: 2,
  'result-ready': 2,
  'result-withdrawn': 2,
  'sample-spoiled': 2,
  'account-closed': 2,
  newsletter: 3,
  'event-notice': 3,
  'event-near': 3,
  enquiry: 3,
}

/** What a job with this template and nothing else lacks; `template` when nothing writes it. */
async function faultsOf(template: string): Promise<string[]> {
  const job = { jobId: 1, kind: 'mail', attempts: 1, messageId: 'x', payload: { template } }
  try {
    await sendMail(job, await mails.jobDeps())
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error
    return error.issues.flatMap(({ path }) => path.map(String))
  }
  return []
}

describe('the templates of mails', () => {
  it('BOOK-10 each has its priority in the queue', async () => {
    const { kysely } = mails.booking.services.database
    const { rows } = await sql<{ template: MailTemplate; priority: number }>`
      select template, app.mail_priority(template) as priority
        from unnest(${[...MAIL_TEMPLATES]}::text[]) as template`.execute(kysely)
    const found = Object.fromEntries(rows.map(({ template, priority }) => [template, priority]))
    expect(found).toEqual(PRIORITIES)
  })

  it('BOOK-10 each is written from ids, which its job must have', async () => {
    expect(await faultsOf('unknown')).toEqual(['template'])
    for (const template of MAIL_TEMPLATES) {
      const faults = await faultsOf(template)
      expect(faults, template).not.toContain('template')
      expect(faults.length, template).toBeGreaterThan(0)
    }
  })
})
