import * as z from 'zod/mini'
import { nextReminderTime } from '#booking/rules/reminder.ts'
import { type SmsOutcome, smsText } from '#booking/rules/sms.ts'
import { endSms, findSms, type QueuedSms } from '#booking/server/database/sms.ts'
import { type SmsGateway, SmsRefusedError } from '#booking/server/gateways/sms.ts'
import { ukMobile } from '#core/rules/telephone.ts'
import { HOUR_MS } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { PostponedError } from '#core/server/postponed.ts'

export type SmsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly limiter: Pick<Limiter, 'count' | 'giveBack'>
  /** Undefined when no provider is configured. */
  readonly sms: SmsGateway | undefined
  readonly siteUrl: string
}

const payloadSchema = z.object({ id: z.uuid(), profile_id: z.int() })

/** A confirmation that could not be sent for this long is dropped: the patient has seen its content, and it might arrive at night. */
const CONFIRMATION_MS = HOUR_MS

/** Whether the message is still true and of use at `now`. @throws PostponedError when it waits for the morning. */
function isCurrent({ kind, status, slotStart, startsAt, queuedAt }: QueuedSms, now: Date): boolean {
  if (slotStart.getTime() !== startsAt.getTime() || now >= slotStart) return false
  if (kind === 'event-cancelled') return status === 'cancelled'
  if (status !== 'booked') return false
  if (kind === 'confirmation') return now.getTime() - queuedAt.getTime() <= CONFIRMATION_MS
  // Queued with the mail: not within a day of the booking.
  const toldAt = new Date(0)
  const next = nextReminderTime('last', { startsAt, toldAt }, now)
  if (next !== undefined && next > now) throw new PostponedError(next, now)
  return next !== undefined
}

type Sendable = { readonly to: string; readonly gateway: SmsGateway }

/** The number and the gateway, or why the message is not sent. */
function sendable(message: QueuedSms, { clock, sms }: SmsDeps): Sendable | SmsOutcome {
  if (!message.wants) return 'not-wanted'
  if (!isCurrent(message, clock.now())) return 'outdated'
  const to = ukMobile(message.phone ?? '')
  if (to === undefined) return 'no-mobile'
  return sms === undefined ? 'off' : { to, gateway: sms }
}

async function send(
  id: string,
  { kind, startsAt }: QueuedSms,
  { to, gateway }: Sendable,
  { limiter, siteUrl }: SmsDeps,
): Promise<SmsOutcome> {
  const use = ['smsPerNumber', to] as const
  if (await limiter.count(use)) return 'over-limit'
  try {
    await gateway.send({ to, text: smsText(kind, { startsAt, siteUrl }), id })
    return 'sent'
  } catch (error) {
    await limiter.giveBack(use)
    throw error
  }
}

/**
 * Sends the text message of a job if its patient still wants it and its appointment is as it says (REM-02).
 * @throws when it cannot be sent; the job is then retried with the same id.
 */
export async function sendSms(job: Job, deps: SmsDeps): Promise<void> {
  const { id } = payloadSchema.parse(job.payload)
  const message = await findSms(deps.database, id)
  if (message === undefined || message.outcome !== null) return
  const found = sendable(message, deps)
  try {
    const outcome = typeof found === 'string' ? found : await send(id, message, found, deps)
    await endSms(deps.database, id, outcome)
  } catch (error) {
    if (error instanceof SmsRefusedError) await endSms(deps.database, id, 'refused')
    throw error
  }
}
