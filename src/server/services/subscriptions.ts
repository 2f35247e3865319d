import * as z from 'zod/mini'
import type { InputOf, ReasonOf } from '#contract/endpoint.ts'
import { emailAddress } from '#contract/fields.ts'
import type {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#contract/subscriptions.ts'
import { isSubscriptionComplete } from '#domain/newsletter.ts'
import type { RequestContext } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import { enqueueNewsletterMail } from '#server/repositories/jobs/mails.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import {
  confirmSubscription as confirm,
  endSubscription,
  requestSubscription,
} from '#server/repositories/subscriptions.ts'
import { hashToken } from '#server/security/token.ts'

type Success = { status: 'success' }
export type SubscriptionDeps = {
  readonly database: Database
  readonly limiter: Limiter
  nudgeJobs(): void
}

const SUCCESS = done({ status: 'success' } as const)

/** The newsletter (FORM-01): requested on the site, confirmed and ended by a mailed link. */
export function subscriptionsService({ database, limiter, nudgeJobs }: SubscriptionDeps) {
  const limit = (email: string, { network }: RequestContext) =>
    limiter.count(['subscribePerNetwork', network], ['subscribePerEmail', email])

  /** The row and its mail are saved in one transaction. */
  async function request(email: string, name: string, hearAboutEvent: boolean) {
    await database.transaction(async (transaction) => {
      const requested = await requestSubscription(transaction, { email, name, hearAboutEvent })
      if (requested === undefined) return
      await enqueueNewsletterMail(
        transaction,
        requested.subscriptionId,
        requested.requestedAt.toISOString(),
      )
    })
    nudgeJobs()
  }

  return {
    async create(
      input: InputOf<typeof createSubscription>,
      context: RequestContext,
    ): Promise<Outcome<Success, ReasonOf<typeof createSubscription>>> {
      if (input.website !== '') return SUCCESS
      if (!isSubscriptionComplete(input.name, input.email)) {
        return refused('subscription-incomplete')
      }
      const email = z.safeParse(emailAddress, input.email)
      if (!email.success) return refused('email-invalid')
      const limited = await limit(email.data, context)
      if (limited) return limited
      await request(email.data, input.name, input.hear_about_event)
      return SUCCESS
    },

    async confirm(
      input: InputOf<typeof confirmSubscription>,
      context: RequestContext,
    ): Promise<Outcome<Success, ReasonOf<typeof confirmSubscription>>> {
      const limited = await limiter.count(['subscriptionLinkPerNetwork', context.network])
      if (limited) return limited
      return (await confirm(database, hashToken(input.token))) ? SUCCESS : refused('link-invalid')
    },

    async cancel(
      input: InputOf<typeof cancelSubscription>,
      context: RequestContext,
    ): Promise<Outcome<Success, ReasonOf<typeof cancelSubscription>>> {
      const limited = await limiter.count(['subscriptionLinkPerNetwork', context.network])
      if (limited) return limited
      return (await endSubscription(database, hashToken(input.token)))
        ? SUCCESS
        : refused('link-invalid')
    },
  }
}
