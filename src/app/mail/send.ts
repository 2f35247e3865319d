import * as z from 'zod/mini'
import { isClosedAddress } from '#account/rules/closed-address.ts'
import { MAILS } from '#app/mail/mails.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { MailGateway } from '#core/server/gateways/mail.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import type { DraftDeps } from '#core/server/mail/mail.ts'
import { renderHtml, renderText } from '#core/server/mail/render.ts'

export type MailDeps = DraftDeps & {
  readonly mail: Pick<MailGateway, 'send'>
  charity(): Promise<Charity>
}

const payloadSchema = z.object({ template: z.enum(MAILS.map(({ name }) => name)) })

/**
 * Writes and sends the mail of a job from the ids in its payload; does nothing when its appointment or profile is gone.
 * @throws when the mail cannot be sent; the job is then retried with the same Message-ID.
 */
export async function sendMail({ payload, messageId }: Job, deps: MailDeps): Promise<void> {
  const { template } = payloadSchema.parse(payload)
  const charity = await deps.charity()
  const draft = await MAILS.find(({ name }) => name === template)?.draft(payload, deps, charity)
  if (draft === undefined || isClosedAddress(draft.to)) return
  const { letter, afterwards, ...addressed } = draft
  await deps.mail.send({
    ...addressed,
    subject: letter.subject,
    text: renderText(letter, charity),
    html: renderHtml(letter, charity),
    messageId: `${messageId}@${new URL(deps.siteUrl).hostname}`,
  })
  await afterwards?.()
}
