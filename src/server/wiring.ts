import { ENDPOINTS } from '#contract/all.ts'
import { bindings } from '#server/bindings.ts'
import type { Env } from '#server/config/env.ts'
import { type Clock, databaseClock } from '#server/database/clock.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { contentGateway } from '#server/gateways/content.ts'
import { formServiceGateway } from '#server/gateways/form-service.ts'
import { identityGateway } from '#server/gateways/identity.ts'
import { mailGateway } from '#server/gateways/mail.ts'
import { assetOrigin, previewSecretsGateway } from '#server/gateways/preview-secrets.ts'
import { createApi, type SignedRoute } from '#server/http/api.ts'
import { sessionCookieName } from '#server/http/cookies.ts'
import { openApi } from '#server/http/openapi.ts'
import { startJobs } from '#server/jobs/loop.ts'
import type { Logger } from '#server/logger.ts'
import { tidyEnquiries } from '#server/repositories/enquiries.ts'
import { tidyJobs } from '#server/repositories/jobs.ts'
import { createLimiter, tidyLimits } from '#server/repositories/limits.ts'
import { findSession, tidySessions } from '#server/repositories/sessions.ts'
import { tidySubscriptions } from '#server/repositories/subscriptions.ts'
import { createSealer } from '#server/security/seal.ts'
import { accountsService } from '#server/services/accounts.ts'
import { appointmentsService } from '#server/services/appointments.ts'
import { consentsService } from '#server/services/consents.ts'
import { enquiriesService } from '#server/services/enquiries.ts'
import { errorLogService } from '#server/services/error-log.ts'
import { eventsService } from '#server/services/events.ts'
import { healthService } from '#server/services/health.ts'
import { holdsService } from '#server/services/holds.ts'
import { previewService } from '#server/services/preview.ts'
import { profilesService } from '#server/services/profiles.ts'
import { sessionsService } from '#server/services/sessions.ts'
import { subscriptionsService } from '#server/services/subscriptions.ts'
import { verificationService } from '#server/services/verification.ts'

type Deps = ReturnType<typeof gateways> & {
  env: Env
  database: Database
  clock: Clock
  logger: Logger
  nudgeJobs: () => void
}

function gateways(env: Env, database: Database, logger: Logger) {
  const sealer = createSealer(env.keys)
  return {
    sealer,
    content: contentGateway(env.content, logger),
    identity: identityGateway(env.supabase),
    mail: mailGateway({ smtpUrl: env.smtpUrl, from: env.mailFrom }),
    formService: env.formService && formServiceGateway(env.formService),
    limiter: createLimiter(database, (subject) => sealer.lookup(subject, 'limit')),
    previewSecrets: previewSecretsGateway(env.content),
  }
}

/** Every service, built once; pages get the same ones as the API. */
function services(deps: Deps) {
  const { database, clock, sealer, limiter, identity, nudgeJobs, content, logger } = deps
  const charity = content.charity
  return {
    accounts: accountsService({ database, clock, sealer, identity, limiter }),
    sessions: sessionsService({ database, clock, sealer }),
    verification: verificationService({ database, clock, limiter, nudgeJobs }),
    profiles: profilesService({ database, clock, sealer, limiter, nudgeJobs }),
    events: eventsService({ database, clock, charity }),
    holds: holdsService({ database, clock, charity, limiter }),
    appointments: appointmentsService({ database, clock, charity, nudgeJobs }),
    consents: consentsService({ database, clock, sealer, limiter }),
    subscriptions: subscriptionsService({ database, limiter, nudgeJobs }),
    enquiries: enquiriesService({
      database,
      limiter,
      sealer,
      logger,
      formService: deps.formService,
      nudgeJobs,
    }),
    errorLog: errorLogService({ database, limiter }),
    preview: previewService({
      clock,
      sealer,
      limiter,
      secrets: deps.previewSecrets,
      assetOrigin: assetOrigin(deps.env.content),
    }),
    health: healthService({
      database,
      isContentReachable: content.isReachable,
      isIdentityReachable: identity.isReachable,
      isMailReachable: deps.mail.isReachable,
    }),
  }
}
export type Services = ReturnType<typeof services>

/** The one wiring of a process: one pool, one job loop, one set of services for the API and the pages alike. */
export async function wire(env: Env, logger: Logger, signed: readonly SignedRoute[] = []) {
  const database = openDatabase({
    url: env.databaseUrl,
    poolMax: env.databasePoolMax,
    clockOffsetSeconds: env.clockOffsetSeconds,
    onError: () => logger.warn('an idle database connection broke'),
  })
  const clock = await databaseClock(database).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const outside = gateways(env, database, logger)
  let nudge = () => {}
  const built = services({ ...outside, env, database, clock, logger, nudgeJobs: () => nudge() })
  const jobs = startJobs({
    database,
    clock,
    logger,
    mail: outside.mail,
    sealer: outside.sealer,
    charity: outside.content.charity,
    siteUrl: env.siteUrl,
    tidy: [
      () => tidyLimits(database),
      () => tidyJobs(database),
      () => tidySessions(database),
      () => tidySubscriptions(database),
      () => tidyEnquiries(database),
    ],
  })
  nudge = jobs.nudge
  const api = createApi({
    bindings: bindings(built),
    signed,
    siteUrl: env.siteUrl,
    clock,
    logger,
    findSession: (secret, use) => findSession(database, secret, use),
    openApi: () => openApi(ENDPOINTS, env.siteUrl, sessionCookieName(env.siteUrl)),
  })
  return {
    services: built,
    api,
    database,
    findSession: (secret: string) => findSession(database, secret, false),
    /** The charity's details are read anew when they are needed next. */
    forgetContent: outside.content.forget,
    /** Lets running work end, then closes the pool. */
    async close() {
      await jobs.stop()
      await database.close()
    },
  }
}
export type Wiring = Awaited<ReturnType<typeof wire>>
