import { recordWithoutProfile } from '#account/server/foreign-access.ts'
import { identityGateway } from '#account/server/gateways/identity.ts'
import { sessionJournal } from '#account/server/provider-sessions.ts'
import { ENDPOINTS } from '#app/contract/all.ts'
import { createApi } from '#app/http/api.ts'
import { oneClickRoutes } from '#app/http/one-click.ts'
import { startJobs } from '#app/jobs/loop.ts'
import { retentionJob } from '#app/jobs/retention.ts'
import { tidyTasks } from '#app/jobs/tidy.ts'
import { createServices } from '#app/services.ts'
import { smsGateway } from '#booking/server/gateways/sms.ts'
import { formServiceGateway } from '#content/server/gateways/form-service.ts'
import { assetOrigin, previewSecretsGateway } from '#content/server/gateways/preview-secrets.ts'
import { readFailing } from '#content/server/publishing/publish/failing-since.ts'
import { currentChoice } from '#content/server/test-choice.ts'
import { addressOf } from '#core/rules/email-address.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Env } from '#core/server/config/env.ts'
import { REQUESTS_PER_CONNECTION } from '#core/server/config/limits.ts'
import { databaseClock } from '#core/server/database/clock.ts'
import { type Database, openDatabase } from '#core/server/database/database.ts'
import { createLimiter } from '#core/server/database/limits.ts'
import { sessionFinder } from '#core/server/database/sessions.ts'
import { contentGateway } from '#core/server/gateways/content.ts'
import { mailGateway } from '#core/server/gateways/mail.ts'
import type { SignedRoute } from '#core/server/http/binding.ts'
import { bindingsOf } from '#core/server/http/binding.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { createGate } from '#core/server/http/gate.ts'
import { openApi } from '#core/server/http/openapi.ts'
import type { Logger } from '#core/server/logger.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { realTimer, type Timer } from '#core/server/steady-answer.ts'
import { eventTurns } from '#events/server/event-turns.ts'
import { closeMapSources, openMapSources } from '#events/server/map/open-map-sources.ts'
import { paymentWebhook } from '#payments/server/payment-webhook.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { letterContentGateway } from '#results/server/gateways/letter-content.ts'
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
    formService: env.formService && formServiceGateway(env.formService),
    limiter: createLimiter(database, (subject) => sealer.lookup(subject, 'limit')),
    previewSecrets: previewSecretsGateway(env.content),
    turns: eventTurns(env.databasePoolMax),
  }
}

/** Opens the map's tiles and the database, and reads its clock. */
async function openStores(env: Env, logger: Logger, open: typeof openDatabase) {
  const mapSources = await openMapSources(env, logger)
  const database = open({
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

/** What the services read of the builds of the site. */
const published = ({ buildDir, publishing: { releasesDir } }: Env) => ({
  findFailingPublications: () => readFailing(releasesDir),
  currentChoice: () => currentChoice(buildDir, releasesDir),
})

type WireOptions = {
  readonly signed?: readonly SignedRoute[]
  readonly timer?: Timer
  readonly open?: typeof openDatabase
  readonly providerOf?: typeof paypalGateway
}

/**
 * Starts what a process shares: one pool, one job loop, and one set of services for the API and the pages. Tests replace
 * the `timer`, which delays refused sign-ins, and let the database and the payment provider fail.
 * @throws when the database cannot be reached; an EnvironmentError when the file of MAP_TILES cannot be served.
 */
export async function wire(env: Env, logger: Logger, options: WireOptions = {}) {
  const {
    signed = [],
    timer = realTimer,
    open = openDatabase,
    providerOf = paypalGateway,
  } = options
  const { mapSources, database, clock, close } = await openStores(env, logger, open)
  const payments = env.payments && providerOf(env.payments)
  const outside = { ...gateways(env, database, logger), payments, mapSources }
  const shared = { ...outside, database, clock, logger }
  let nudge = () => {}
  const services = createServices({
    ...shared,
    assetOrigin: assetOrigin(env.content),
    databaseTransport: transportOf({ url: env.databaseUrl, tls: env.databaseTls }),
    siteUrl: env.siteUrl,
    ...published(env),
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
  // Built at the first request: it takes 30 ms, and most processes never need it.
  let description: object | undefined
  const findSession = sessionFinder(database)
  const api = createApi({
    gate,
    bindings: bindingsOf(services),
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
    /** Makes the job loop read the queue immediately. */
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
