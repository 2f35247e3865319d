import { ENDPOINTS } from '#contract/all.ts'
import { addressOf } from '#domain/email-address.ts'
import { bindings } from '#server/bindings.ts'
import { causeOf } from '#server/cause.ts'
import type { Env } from '#server/config/env.ts'
import { REQUESTS_PER_CONNECTION } from '#server/config/limits.ts'
import { databaseClock } from '#server/database/clock.ts'
import { type Database, openDatabase } from '#server/database/database.ts'
import { contentGateway } from '#server/gateways/content.ts'
import { formServiceGateway } from '#server/gateways/form-service.ts'
import { identityGateway } from '#server/gateways/identity.ts'
import { letterContentGateway } from '#server/gateways/letter-content.ts'
import { mailGateway } from '#server/gateways/mail.ts'
import { paypalGateway } from '#server/gateways/paypal/paypal.ts'
import { assetOrigin, previewSecretsGateway } from '#server/gateways/preview-secrets.ts'
import { smsGateway } from '#server/gateways/sms.ts'
import { createApi, type SignedRoute } from '#server/http/api.ts'
import { sessionCookieName } from '#server/http/cookies.ts'
import { createGate } from '#server/http/gate.ts'
import { oneClickRoutes } from '#server/http/one-click.ts'
import { openApi } from '#server/http/openapi.ts'
import { paymentWebhook } from '#server/http/payment-webhook.ts'
import { startJobs } from '#server/jobs/loop.ts'
import { retentionJob } from '#server/jobs/retention.ts'
import { tidyTasks } from '#server/jobs/tidy.ts'
import type { Logger } from '#server/logger.ts'
import { readFailing } from '#server/publishing/publish/failing-since.ts'
import { createLimiter } from '#server/repositories/limits.ts'
import { sessionFinder } from '#server/repositories/sessions.ts'
import { createSealer } from '#server/security/seal.ts'
import { eventTurns } from '#server/services/event-turns.ts'
import { recordWithoutProfile } from '#server/services/foreign-access.ts'
import { closeMapSources, openMapSources } from '#server/services/map/open-map-sources.ts'
import { crashAtPoint } from '#server/services/payments/crash-at-point.ts'
import type { PaymentFault } from '#server/services/payments/points.ts'
import { sessionJournal } from '#server/services/provider-sessions.ts'
import { realTimer, type Timer } from '#server/services/steady-answer.ts'
import { createServices } from '#server/services.ts'
import { transportOf } from '#shared/node/database-address.ts'

function gateways(env: Env, database: Database, logger: Logger) {
  const sealer = createSealer(env.keys)
  return {
    sealer,
    content: contentGateway(env.content, logger),
    readLetterContent: letterContentGateway(env),
    identity: identityGateway(env.supabase, sessionJournal(database, sealer)),
    organizerEmail: addressOf(env.mailFrom),
    mail: mailGateway({ smtpUrl: env.smtpUrl, from: env.mailFrom }),
    sms: env.sms && smsGateway(env.sms),
    payments: env.payments && paypalGateway(env.payments),
    formService: env.formService && formServiceGateway(env.formService),
    limiter: createLimiter(database, (subject) => sealer.lookup(subject, 'limit')),
    previewSecrets: previewSecretsGateway(env.content),
    turns: eventTurns(env.databasePoolMax),
  }
}

/** Opens the map's tiles and the database, and reads its clock. */
async function openStores(env: Env, logger: Logger) {
  const mapSources = await openMapSources(env, logger)
  const database = openDatabase({
    url: env.databaseUrl,
    tls: env.databaseTls,
    poolMax: env.databasePoolMax,
    timeoutMs: env.databaseTimeoutMs,
    clockOffsetSeconds: env.clockOffsetSeconds,
    onError: (error) => logger.warn({ error: causeOf(error) }, 'a database connection broke'),
  })
  const close = () => Promise.all([database.close(), closeMapSources(mapSources)])
  try {
    return { mapSources, database, clock: await databaseClock(database), close }
  } catch (error) {
    await close()
    throw error
  }
}

type WireOptions = {
  readonly signed?: readonly SignedRoute[]
  readonly timer?: Timer
  readonly paymentFault?: PaymentFault
}

/**
 * Starts what a process shares: one pool, one job loop, and one set of services for the API and the pages. Tests replace
 * the `timer`, which delays refused sign-ins.
 * @throws when the database cannot be reached; an EnvironmentError when the file of MAP_TILES cannot be served.
 */
export async function wire(env: Env, logger: Logger, options: WireOptions = {}) {
  const { signed = [], timer = realTimer } = options
  const { mapSources, database, clock, close } = await openStores(env, logger)
  const outside = { ...gateways(env, database, logger), mapSources }
  const shared = { ...outside, database, clock, logger }
  let nudge = () => {}
  const services = createServices({
    ...shared,
    paymentFault: options.paymentFault ?? crashAtPoint(env.paymentFault),
    assetOrigin: assetOrigin(env.content),
    databaseTransport: transportOf({ url: env.databaseUrl, tls: env.databaseTls }),
    siteUrl: env.siteUrl,
    findFailingPublications: () => readFailing(env.publishing.releasesDir),
    timer,
    nudgeJobs: () => nudge(),
  })
  const jobs = startJobs({
    ...shared,
    ...services.jobWork,
    charity: outside.content.charity,
    siteUrl: env.siteUrl,
    tidy: [...tidyTasks(database), retentionJob(shared, env.retentionDeletes)],
  })
  nudge = jobs.nudge
  const gate = createGate(env.databasePoolMax * REQUESTS_PER_CONNECTION)
  // Built at the first request: it takes 30 ms, and most processes are never asked.
  let description: object | undefined
  const findSession = sessionFinder(database)
  const api = createApi({
    gate,
    bindings: bindings(services),
    signed: [
      ...signed,
      ...oneClickRoutes(services.eventNotices.endByMail),
      paymentWebhook(services.payments.takeEvent),
    ],
    siteUrl: env.siteUrl,
    clock,
    logger,
    findSession,
    recordWithoutProfile: (...asked) => recordWithoutProfile(database, ...asked),
    openApi: () => {
      description ??= openApi(ENDPOINTS, env.siteUrl, sessionCookieName(env.siteUrl))
      return description
    },
  })
  return {
    services,
    api,
    gate,
    database,
    findSession: (secret: string) => findSession(secret, false),
    findIdentityFaults: outside.identity.findFaults,
    /** Has the queue read at once. */
    nudgeJobs: jobs.nudge,
    /** Drops the cached charity details; the next use reads them again. */
    clearContent: outside.content.clearCache,
    /** Waits for the running job, then closes the pool. */
    async close() {
      await jobs.stop()
      await close()
    },
  }
}
export type Wiring = Awaited<ReturnType<typeof wire>>
