import * as z from 'zod/mini'
import {
  cancelSubscription,
  confirmSubscription,
  createSubscription,
} from '#content/contract/subscriptions.ts'
import { enqueueConfirmationMail } from '#content/mails/confirmations.ts'
import { isSubscriptionComplete } from '#content/rules/newsletter.ts'
import {
  confirmSubscription as confirmByToken,
  endSubscription,
  requestSubscription,
  type SubscriptionKind,
  type SubscriptionRequest,
} from '#content/server/database/subscriptions.ts'
import type { InputOf } from '#core/contract/endpoint.ts'
import { emailAddress } from '#core/contract/fields.ts'
import type { RequestContext } from '#core/server/caller.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'
import {
  cancelEventNotice,
  confirmEventNotice,
  createEventNotice,
} from '#events/contract/event-notices.ts'
import { noticeDistrict } from '#events/rules/places/near-districts.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'

type Success = { status: 'success' }
type LinkInput = InputOf<typeof confirmSubscription>
export type SubscriptionDeps = {
  readonly database: Database
  readonly limiter: Limiter
  nudgeJobs(): void
}

const SUCCESS = done({ status: 'success' } as const)

/** What both kinds of subscription share: requested on the site, confirmed and ended by a mailed link. */
function subscriptionSteps(
  kind: SubscriptionKind,
  { database, limiter, nudgeJobs }: SubscriptionDeps,
) {
  const unknownLink = async (network: string) =>
    (await limiter.count(['subscriptionLinkPerNetwork', network])) ?? refused('link-invalid')
  return {
    /** Returns the same for every address. The row and its mail are saved in one transaction. */
    async request(
      request: Omit<SubscriptionRequest, 'kind'>,
      { network }: RequestContext,
    ): Promise<Outcome<Success, 'email-invalid'>> {
      const email = z.safeParse(emailAddress, request.email)
      if (!email.success) return refused('email-invalid')
      const limited = await limiter.count(
        ['subscribePerEmail', email.data],
        ['subscribePerNetwork', network],
      )
      if (limited) return limited
      await database.transaction(async (transaction) => {
        const requested = await requestSubscription(transaction, {
          ...request,
          kind,
          email: email.data,
        })
        if (requested === undefined) return
        const key = requested.requestedAt.toISOString()
        await enqueueConfirmationMail(transaction, kind, requested.subscriptionId, key)
      })
      nudgeJobs()
      return SUCCESS
    },

    async confirm({ token }: LinkInput, { network }: RequestContext) {
      const isKnown = await confirmByToken(database, kind, hashToken(token))
      return isKnown ? SUCCESS : unknownLink(network)
    },

    async cancel({ token }: LinkInput, { network }: RequestContext) {
      const isKnown = await endSubscription(database, kind, hashToken(token))
      return isKnown ? SUCCESS : unknownLink(network)
    },
  }
}

/** The newsletter (FORM-01). */
export function subscriptionsService(deps: SubscriptionDeps) {
  const { request, confirm, cancel } = subscriptionSteps('newsletter', deps)
  return {
    confirm: bind(confirmSubscription, (input, _, context) => confirm(input, context)),
    cancel: bind(cancelSubscription, (input, _, context) => cancel(input, context)),
    create: bind(createSubscription, async (input, _, context) => {
      if (input.website !== '') return SUCCESS
      const { name, email, hear_about_event: hearAboutEvent } = input
      if (!isSubscriptionComplete(name, email)) return refused('subscription-incomplete')
      return request({ email, name, hearAboutEvent, district: null }, context)
    }),
  }
}

/** Notices of new events near a postcode district (EVL-10). */
export function eventNoticesService(deps: SubscriptionDeps) {
  const { request, confirm, cancel } = subscriptionSteps('events-near', deps)
  return {
    confirm: bind(confirmEventNotice, (input, _, context) => confirm(input, context)),
    cancel: bind(cancelEventNotice, (input, _, context) => cancel(input, context)),
    create: bind(createEventNotice, async ({ postcode, email, website }, _, context) => {
      if (website !== '') return SUCCESS
      const district = noticeDistrict(postcode, ukPlaces())
      if (district === undefined) return refused('postcode-unknown')
      return request({ email, name: '', hearAboutEvent: true, district }, context)
    }),

    /** The one click of a mail program (RFC 8058). Unknown and known tokens get the same response. */
    async endByMail(token: string, network: string): Promise<Outcome<Success>> {
      const isKnown = await endSubscription(deps.database, 'events-near', hashToken(token))
      const limited = isKnown
        ? undefined
        : await deps.limiter.count(['oneClickPerNetwork', network])
      return limited ?? SUCCESS
    },
  }
}
