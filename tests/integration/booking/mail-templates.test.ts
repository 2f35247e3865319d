import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { MAILS } from '#app/mail/mails.ts'
import { sendMail } from '#app/mail/send.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { mailSetup } from './mail-setup.ts'

const mails = mailSetup()

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
  const queue = (template: string) =>
    mails.booking.services.database.query(
      `select app.queue_mail('test', jsonb_build_object('template', $1::text), 'charity', app.clock_now())`,
      [template],
    )

  it('BOOK-10 a mail without a priority is refused, not sent with the newsletter', async () => {
    const refused = /null value in column "priority"/
    await expect(queue('unknown')).rejects.toThrow(refused)
    // Control: what the function did once.
    const restore = await patchFunction(
      mails.booking.services.database,
      'app.mail_priority',
      (text) => text.replace('end::smallint', 'else 3 end::smallint'),
    )
    await expect(queue('unknown').finally(restore)).resolves.toBeDefined()
    await expect(queue('unknown')).rejects.toThrow(refused)
  })

  it('BOOK-10 each is written from ids, which its job must have', async () => {
    expect(await faultsOf('unknown')).toEqual(['template'])
    for (const { name } of MAILS) {
      const faults = await faultsOf(name)
      expect(faults, name).not.toContain('template')
      expect(faults.length, name).toBeGreaterThan(0)
    }
  })
})
