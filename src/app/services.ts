import { accountChangesService } from '#account/server/account-changes.ts'
import { accountsService } from '#account/server/accounts.ts'
import type { IdentityGateway } from '#account/server/gateways/identity.ts'
import { passwordResetService } from '#account/server/password-reset.ts'
import { profilesService } from '#account/server/profiles.ts'
import { sessionsService } from '#account/server/sessions.ts'
import { verificationService } from '#account/server/verification.ts'
import { errorLogService } from '#app/error-log.ts'
import { type Failing, healthService } from '#app/health.ts'
import { appointmentsService } from '#booking/server/appointments.ts'
import { type ConsentDeps, consentsService } from '#booking/server/consents.ts'
import type { SmsGateway } from '#booking/server/gateways/sms.ts'
import { holdsService } from '#booking/server/holds.ts'
import { remindersService } from '#booking/server/reminders.ts'
import { smsChoiceService } from '#booking/server/sms-choice.ts'
import { waitingListService } from '#booking/server/waiting-list.ts'
import { enquiriesService } from '#content/server/enquiries.ts'
import type { FormService } from '#content/server/gateways/form-service.ts'
import type { PreviewSecrets } from '#content/server/gateways/preview-secrets.ts'
import { previewService } from '#content/server/preview.ts'
import { eventNoticesService, subscriptionsService } from '#content/server/subscriptions.ts'
import { SHARED_ANSWERS_MS } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { ContentGateway } from '#core/server/gateways/content.ts'
import type { MailGateway } from '#core/server/gateways/mail.ts'
import type { Logger } from '#core/server/logger.ts'
import { networkLimit } from '#core/server/network-limit.ts'
import { knownDevices } from '#core/server/security/known-device.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { Timer } from '#core/server/steady-answer.ts'
import { accessService } from '#events/server/access.ts'
import type { EventTurns } from '#events/server/event-turns.ts'
import { eventsService } from '#events/server/events.ts'
import { type MapSources, mapService } from '#events/server/map/map.ts'
import { staffEventsService } from '#events/server/staff-events.ts'
import { oldestUnsettled } from '#payments/server/database/payment-lists.ts'
import { listOpenRefunds } from '#payments/server/database/refunds.ts'
import { paymentsService } from '#payments/server/payments.ts'
import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'
import { closingService } from '#portal/server/closing.ts'
import { ownDataService } from '#portal/server/own-data/own-data.ts'
import { attendeesService } from '#results/server/attendees.ts'
import { balanceService } from '#results/server/balance.ts'
import { callsService } from '#results/server/calls.ts'
import { deskService } from '#results/server/desk/desk.ts'
import type { ReadLetterContent } from '#results/server/gateways/letter-content.ts'
import { judgingService } from '#results/server/judging/judging.ts'
import { labMappingsService } from '#results/server/laboratory/lab-mappings.ts'
import { labUploadsService } from '#results/server/laboratory/lab-uploads.ts'
import { tubesService } from '#results/server/laboratory/tubes.ts'
import { waitingRowsService } from '#results/server/laboratory/waiting-rows.ts'
import { releasingService } from '#results/server/release-page.ts'
import { resultRecordsService } from '#results/server/result-records.ts'
import { resultsService } from '#results/server/results.ts'
import { thresholdsService } from '#results/server/thresholds.ts'
import { wrongPatientService } from '#results/server/wrong-patient.ts'
import type { DatabaseTransport } from '#shared/node/database-address.ts'
import { staffAccessService } from '#staff/server/access.ts'
import { staffJoinService } from '#staff/server/join.ts'
import { type StaffSignInDeps, staffSignInService } from '#staff/server/sign-in.ts'
import { staffTeamService } from '#staff/server/team.ts'

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
  /** Undefined when no form id is configured. */
  readonly formService: FormService | undefined
  /** Undefined when no read token is configured. */
  readonly previewSecrets: PreviewSecrets | undefined
  /** Since when publications fail, and why; undefined while they succeed. */
  findFailingPublications(): Failing | undefined
  /** The page about benefits and harms of the test as visitors read it now (CONS-06). */
  currentChoice: ConsentDeps['currentChoice']
  readonly siteUrl: string
  /** The address that mails come from. */
  readonly organizerEmail: string
  /** The origin of the content's images and files. */
  readonly assetOrigin: string
  /** Wakes the job loop, so that a new mail leaves immediately. */
  nudgeJobs(): void
}

const staffServices = (deps: StaffSignInDeps) => ({
  staffSignIn: staffSignInService(deps),
  staffJoin: staffJoinService(deps),
  staffTeam: staffTeamService(deps),
})

/** Sign-in, password reset and changes of an account; the accounts of staff are at the same provider. */
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
    ...staffServices({
      ...opening,
      finishChanges: changes.finishChanges,
      siteUrl,
      nudgeJobs,
      charityName: async () => (await content.charity()).charityName,
    }),
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

/** What shows patients to staff, and records it first. */
function patientLists(
  deps: ServiceDeps,
  { disclose }: Pick<ReturnType<typeof staffAccessService>, 'disclose'>,
) {
  const own = { ...deps, charity: deps.content.charity, disclose }
  return {
    waitingRows: waitingRowsService(own),
    balance: balanceService(own),
    tubes: tubesService(own),
    attendees: attendeesService(own),
    judging: judgingService(own),
    releasing: releasingService(own),
    wrongPatient: wrongPatientService(own),
    resultRecords: resultRecordsService(own),
  }
}

/** The way of a result from the laboratory's file to the call. */
function laboratoryServices(deps: ServiceDeps) {
  const labUploads = labUploadsService(deps)
  return {
    services: {
      labUploads,
      labMappings: labMappingsService(deps),
      calls: callsService(deps),
    },
    jobWork: {
      checkLabFile: labUploads.checkUpload,
      takeOverLabFile: labUploads.takeUploadOver,
    },
  }
}

/** Every service of the process; the pages and the API share one instance. */
export function createServices(deps: ServiceDeps) {
  const { database, clock, sealer, limiter, nudgeJobs, content, turns, timer } = deps
  const charity = content.charity
  const access = accessService({ database, limiter, sealer, timer })
  const { hasGrant } = access
  const takesPayments = deps.payments !== undefined
  const shown = { charity, hasGrant, takesPayments, sharedForMs: SHARED_ANSWERS_MS }
  const events = eventsService({ ...deps, ...shown })
  const placesChanged = events.clearShared
  const holdLimit = networkLimit('holdPerNetwork', clock)
  const booking = {
    ...{ hasGrant, database, clock, sealer, charity, limiter, turns, placesChanged },
    takesPayments,
    ...{ nudgeJobs, siteUrl: deps.siteUrl, logger: deps.logger },
  }
  const payments = paymentsService(booking, deps.payments)
  const { jobWork, ...account } = accountServices(deps)
  const waitingList = waitingListService(booking)
  const staffAccess = staffAccessService(deps)
  const laboratory = laboratoryServices(deps)
  return {
    ...account,
    /** The work of jobs that are no mail. */
    jobWork: {
      ...jobWork,
      offerPlaces: waitingList.offerPlaces,
      sweepWaitingLists: waitingList.sweep,
      makeRefund: payments.refund,
      sweepPayments: payments.sweep,
      ...laboratory.jobWork,
    },
    sessions: sessionsService({ database, clock, sealer }),
    verification: verificationService({ database, clock, limiter, nudgeJobs }),
    profiles: profilesService({ database, clock, sealer, limiter, nudgeJobs }),
    ...ownDataServices(deps, placesChanged),
    access,
    events,
    holds: holdsService({ ...booking, perNetwork: holdLimit }),
    holdLimit,
    appointments: appointmentsService({
      ...booking,
      organizerEmail: deps.organizerEmail,
      hashNetwork: (network) => sealer.lookup(network, 'booking-network'),
    }),
    waitingList,
    payments,
    consents: consentsService(deps),
    reminders: remindersService({ database, clock, limiter }),
    smsChoice: smsChoiceService({ database, limiter, isAvailable: deps.sms !== undefined }),
    results: resultsService({ ...deps, charity }),
    subscriptions: subscriptionsService({ database, limiter, nudgeJobs }),
    eventNotices: eventNoticesService({ database, limiter, nudgeJobs }),
    enquiries: enquiriesService(deps),
    searchLimit: networkLimit('searchPerNetwork', clock),
    map: mapService({ ...deps.mapSources, clock, logger: deps.logger }),
    errorLog: errorLogService({ database, limiter }),
    preview: previewService({ ...deps, secrets: deps.previewSecrets }),
    health: healthOf(deps),
    desk: deskService(deps),
    ...laboratory.services,
    staffAccess,
    ...patientLists(deps, staffAccess),
    thresholds: thresholdsService(deps),
    staffEvents: staffEventsService({ database, sealer, clock, placesChanged, nudgeJobs }),
  }
}
export type Services = ReturnType<typeof createServices>
