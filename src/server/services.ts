import { SHARED_ANSWERS_MS } from '#server/config/limits.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ContentGateway } from '#server/gateways/content.ts'
import type { FormService } from '#server/gateways/form-service.ts'
import type { IdentityGateway } from '#server/gateways/identity.ts'
import type { ReadLetterContent } from '#server/gateways/letter-content.ts'
import type { MailGateway } from '#server/gateways/mail.ts'
import type { PaymentGateway } from '#server/gateways/paypal/gateway.ts'
import type { PreviewSecrets } from '#server/gateways/preview-secrets.ts'
import type { SmsGateway } from '#server/gateways/sms.ts'
import type { Logger } from '#server/logger.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import { oldestUnsettled } from '#server/repositories/payment-lists.ts'
import { listOpenRefunds } from '#server/repositories/refunds.ts'
import { knownDevices } from '#server/security/known-device.ts'
import type { Sealer } from '#server/security/seal.ts'
import { accessService } from '#server/services/access.ts'
import { accountChangesService } from '#server/services/account-changes.ts'
import { accountsService } from '#server/services/accounts.ts'
import { appointmentsService } from '#server/services/appointments.ts'
import { closingService } from '#server/services/closing.ts'
import { consentsService } from '#server/services/consents.ts'
import { enquiriesService } from '#server/services/enquiries.ts'
import { errorLogService } from '#server/services/error-log.ts'
import type { EventTurns } from '#server/services/event-turns.ts'
import { eventsService } from '#server/services/events.ts'
import { type Failing, healthService } from '#server/services/health.ts'
import { holdsService } from '#server/services/holds.ts'
import { type MapSources, mapService } from '#server/services/map/map.ts'
import { networkLimit } from '#server/services/network-limit.ts'
import { ownDataService } from '#server/services/own-data/own-data.ts'
import { passwordResetService } from '#server/services/password-reset.ts'
import { paymentsService } from '#server/services/payments/payments.ts'
import { type PaymentFault, stepsWith } from '#server/services/payments/points.ts'
import { previewService } from '#server/services/preview.ts'
import { profilesService } from '#server/services/profiles.ts'
import { remindersService } from '#server/services/reminders.ts'
import { resultsService } from '#server/services/results.ts'
import { sessionsService } from '#server/services/sessions.ts'
import { smsChoiceService } from '#server/services/sms-choice.ts'
import type { Timer } from '#server/services/steady-answer.ts'
import { eventNoticesService, subscriptionsService } from '#server/services/subscriptions.ts'
import { verificationService } from '#server/services/verification.ts'
import { waitingListService } from '#server/services/waiting-list.ts'
import type { DatabaseTransport } from '#shared/node/database-address.ts'

/** What the services are built from: the database, the gateways and the process's shared helpers. */
export type ServiceDeps = {
  readonly database: Database
  readonly databaseTransport: DatabaseTransport
  readonly clock: Clock
  readonly timer: Timer
  readonly logger: Logger
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly turns: EventTurns
  readonly content: ContentGateway
  readonly readLetterContent: ReadLetterContent
  readonly identity: IdentityGateway
  readonly mail: MailGateway
  /** Where the map's tiles come from. */
  readonly mapSources: MapSources
  /** Undefined when no provider of text messages is configured. */
  readonly sms: SmsGateway | undefined
  /** Undefined when no payment provider is configured. */
  readonly payments: PaymentGateway | undefined
  /** Called at every step of a payment, by tests only. */
  readonly paymentFault?: PaymentFault | undefined
  /** Undefined when no form id is configured. */
  readonly formService: FormService | undefined
  /** Undefined when no read token is configured. */
  readonly previewSecrets: PreviewSecrets | undefined
  /** Since when publications fail, and why; undefined while they succeed. */
  findFailingPublications(): Failing | undefined
  readonly siteUrl: string
  /** The address that mails come from. */
  readonly organizerEmail: string
  /** The origin of the content's images and files. */
  readonly assetOrigin: string
  /** Wakes the job loop, so that a new mail leaves at once. */
  nudgeJobs(): void
}

/** Sign-in, password reset and changes of an account. */
function accountServices({ content, nudgeJobs, siteUrl, ...deps }: ServiceDeps) {
  const { database, clock, sealer, limiter, identity, logger, timer } = deps
  const devices = knownDevices(sealer)
  const passwords = { identity, limiter, logger, devices, timer }
  const opening = { ...passwords, database, clock, sealer, charity: content.charity }
  const changes = accountChangesService({ ...passwords, database, nudgeJobs })
  const hashNetwork = (network: string) => sealer.lookup(network, 'reset-network')
  const reset = passwordResetService({ ...opening, changes, siteUrl, hashNetwork, nudgeJobs })
  return {
    accounts: accountsService({ ...opening, finishChanges: changes.finishChanges }),
    accountChanges: changes,
    passwordReset: reset,
    jobWork: { sendCode: reset.sendCode, finishChange: changes.finish },
  }
}

/** The services that read or delete everything about a patient. */
const ownDataServices = (
  { database, clock, sealer, limiter, identity, content, nudgeJobs }: ServiceDeps,
  placesChanged: () => void,
) => ({
  ownData: ownDataService({ database, clock, sealer, limiter }),
  closing: closingService({
    database,
    clock,
    sealer,
    limiter,
    identity,
    charity: content.charity,
    nudgeJobs: () => {
      placesChanged()
      nudgeJobs()
    },
  }),
})

const secondsSince = (at: Date | undefined, now: Date) =>
  at === undefined ? null : Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))

const healthOf = ({
  database,
  databaseTransport,
  clock,
  content,
  identity,
  mail,
  payments,
  findFailingPublications,
}: ServiceDeps) =>
  healthService({
    databaseTransport,
    findFailingPublications,
    isProviderReachable: payments?.isReachable,
    async findWaiting() {
      const [unsettled, pending, kept, [refund]] = await Promise.all([
        oldestUnsettled(database),
        oldestUnsettled(database, 'pending'),
        oldestUnsettled(database, 'kept'),
        listOpenRefunds(database, 1),
      ])
      const now = clock.now()
      return {
        unsettled: secondsSince(unsettled, now),
        pending: secondsSince(pending, now),
        kept: secondsSince(kept, now),
        refund: secondsSince(refund?.requestedAt, now),
      }
    },
    isDatabaseReachable: database.isReachable,
    isContentReachable: content.isReachable,
    findIdentityFaults: identity.findFaults,
    isMailReachable: mail.isReachable,
  })

/** Every service of the process; the pages and the API share one instance. */
export function createServices(deps: ServiceDeps) {
  const { database, clock, sealer, limiter, nudgeJobs, content, turns, timer } = deps
  const charity = content.charity
  const access = accessService({ database, limiter, sealer, timer })
  const { hasGrant } = access
  const takesPayments = deps.payments !== undefined
  const events = eventsService({
    database,
    clock,
    charity,
    hasGrant,
    takesPayments,
    sharedForMs: SHARED_ANSWERS_MS,
  })
  const placesChanged = events.clearShared
  const booking = {
    ...{ hasGrant, database, clock, sealer, charity, limiter, turns, placesChanged },
    takesPayments,
    ...{ nudgeJobs, siteUrl: deps.siteUrl, logger: deps.logger },
  }
  const step = stepsWith(deps.paymentFault)
  const payments = paymentsService({ ...booking, step }, deps.payments)
  const { jobWork, ...account } = accountServices(deps)
  const waitingList = waitingListService(booking)
  return {
    ...account,
    /** The work of jobs that are no mail. */
    jobWork: {
      ...jobWork,
      offerPlaces: waitingList.offerPlaces,
      sweepWaitingLists: waitingList.sweep,
      makeRefund: payments.refund,
      sweepPayments: payments.sweep,
    },
    sessions: sessionsService({ database, clock, sealer }),
    verification: verificationService({ database, clock, limiter, nudgeJobs }),
    profiles: profilesService({ database, clock, sealer, limiter, nudgeJobs }),
    ...ownDataServices(deps, placesChanged),
    access,
    events,
    holds: holdsService({
      ...booking,
      knownRefusal: events.refusalOfHold,
      learnPlaces: events.learnPlaces,
    }),
    /** Holds per network are limited before anything else is read. */
    holdLimit: networkLimit('holdPerNetwork', clock),
    appointments: appointmentsService({
      ...booking,
      step,
      organizerEmail: deps.organizerEmail,
      hashNetwork: (network) => sealer.lookup(network, 'booking-network'),
    }),
    waitingList,
    payments,
    consents: consentsService({ database, clock, sealer, limiter }),
    reminders: remindersService({ database, clock, limiter }),
    smsChoice: smsChoiceService({ database, limiter, isAvailable: deps.sms !== undefined }),
    results: resultsService({ ...deps, charity }),
    subscriptions: subscriptionsService({ database, limiter, nudgeJobs }),
    eventNotices: eventNoticesService({ database, limiter, nudgeJobs }),
    enquiries: enquiriesService(deps),
    map: mapService({ ...deps.mapSources, clock, logger: deps.logger }),
    errorLog: errorLogService({ database, limiter }),
    preview: previewService({ ...deps, secrets: deps.previewSecrets }),
    health: healthOf(deps),
  }
}
export type Services = ReturnType<typeof createServices>
