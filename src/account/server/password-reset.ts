import {
  askPasswordReset,
  setResetPassword,
  verifyResetCode,
} from '#account/contract/account-changes.ts'
import type { AccountChanges } from '#account/server/account-changes.ts'
import {
  countTry,
  endReset,
  findResetToSend,
  giveBackTry,
  insertReset,
} from '#account/server/database/password-resets.ts'
import type { Identity, IdentityGateway } from '#account/server/gateways/identity.ts'
import {
  enterSession,
  type OpenedSession,
  type OpeningDeps,
  providerFailed,
  refuseInactive,
  startSession,
} from '#account/server/session-opening.ts'
import { RESET_TEXTS } from '#account/texts/account-changes.ts'
import type { InputOf, ReasonOf } from '#core/contract/endpoint.ts'
import type { RequestContext } from '#core/server/caller.ts'
import { REFUSED_CODE_STEP_MS } from '#core/server/config/limits.ts'
import { readClock } from '#core/server/database/clock.ts'
import type { Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { forgetData } from '#core/server/jobs/work.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'
import { type Timer, waitForStep } from '#core/server/steady-answer.ts'

export type PasswordResetDeps = OpeningDeps & {
  readonly identity: IdentityGateway
  readonly timer: Timer
  readonly changes: Pick<AccountChanges, 'setPassword' | 'finishChanges'>
  readonly siteUrl: string
  readonly sealer: Sealer
  /** A keyed hash: the turns of the queue store no network. */
  hashNetwork(network: string): Buffer
  nudgeJobs(): void
}

/** The payload of the job: the network is encrypted, and stays only until the job has run. */
export type CodeWork = { readonly id: string; readonly network?: string | undefined }

const contextOf = (id: string): CipherContext => ({ table: 'jobs', row: id, column: 'network' })

/** The visitor's network; 'unknown' when an earlier version queued the job, or when its key is not configured any more. */
function networkOf({ sealer }: PasswordResetDeps, id: string, sealed: string | undefined): string {
  if (sealed === undefined) return 'unknown'
  try {
    return sealer.open(Buffer.from(sealed, 'base64'), contextOf(id))
  } catch {
    return 'unknown'
  }
}

type VerifyOutcome = Outcome<OpenedSession, ReasonOf<typeof verifyResetCode>>

/** A browser that signed in to the address before has separate limits, which strangers cannot use up. */
function usesOf(
  deps: PasswordResetDeps,
  email: string,
  { deviceCookie, network }: RequestContext,
): { readonly turns: string | null; readonly ask: readonly Use[]; readonly guess: readonly Use[] } {
  const device = deps.devices.idFor(deviceCookie, email)
  if (device !== undefined) {
    const own = `${device}\n${email}`
    return { turns: null, ask: [['resetPerDevice', own]], guess: [['resetTryPerDevice', own]] }
  }
  const both = `${email}\n${network}`
  return {
    // The codes that one network requests take turns, so that a flood from it does not delay the codes of others.
    turns: `network:${deps.hashNetwork(network).toString('base64url').slice(0, 16)}`,
    ask: [
      ['resetPerEmailAndNetwork', both],
      ['resetPerEmailAndNetworkADay', both],
      ['resetPerNetwork', network],
    ],
    guess: [
      ['resetTryPerEmailAndNetwork', both],
      ['resetTryPerNetwork', network],
      ['resetTryPerEmail', email],
      ['resetTryPerEmailAWeek', email],
    ],
  }
}

/**
 * Does the same for every address: a job calls the provider, so that neither response nor time shows whether
 * there is an account. Only the provider's availability is checked before the response.
 */
const ask = (deps: PasswordResetDeps) =>
  bind(askPasswordReset, async ({ email }, _, context, { setReset }) => {
    const { ask: uses, turns } = usesOf(deps, email, context)
    const limited = await deps.limiter.count(...uses)
    if (limited) return limited
    const isDown = await deps.identity.findFaults().then(
      () => false,
      () => true,
    )
    if (isDown) {
      await deps.limiter.giveBack(...uses)
      return refused('unavailable')
    }
    // Over the limit of mails the browser may try the code of the last mail, which is not older than the limit's window.
    const withMail = (await deps.limiter.count(['resetMailPerEmail', email])) === undefined
    const token = createToken()
    await deps.database.transaction((transaction) =>
      insertReset(transaction, {
        tokenHash: hashToken(token),
        email,
        withMail,
        turns,
        sealNetwork: (resetId) =>
          deps.sealer.seal(context.network, contextOf(resetId)).toString('base64'),
      }),
    )
    if (withMail) deps.nudgeJobs()
    setReset(token)
    return done({ status: 'success', message: RESET_TEXTS.sent })
  })

type Compared = Outcome<Identity, 'code-refused' | 'tries-used' | 'other-browser'>

/** Counts the try first and gives it back unless the code was compared and wrong, so that simultaneous ones are limited as well. */
async function compareCode(
  deps: PasswordResetDeps,
  { email, code }: InputOf<typeof verifyResetCode>,
  context: RequestContext,
): Promise<Compared> {
  const { database, limiter, identity } = deps
  if (context.resetCookie === undefined) return refused('other-browser')
  const tokenHash = hashToken(context.resetCookie)
  const uses = usesOf(deps, email, context).guess
  const limited = await limiter.count(...uses)
  if (limited) return limited
  const counted = await countTry(database, tokenHash, email)
  if (counted !== 'counted') {
    await limiter.giveBack(...uses)
    return refused(counted)
  }
  const answer = await identity.verifyCode(email, code, context.network)
  if (!answer.ok && 'refusal' in answer) return refused('code-refused', { text: answer.refusal })
  await limiter.giveBack(...uses)
  if (!answer.ok) {
    await giveBackTry(database, tokenHash)
    return providerFailed(deps, answer)
  }
  await endReset(database, tokenHash)
  // Its code is used up: the next one must not have to wait for the limit's window.
  await limiter.giveBack(['resetMailPerEmail', email])
  return done(answer.value)
}

async function verify(
  deps: PasswordResetDeps,
  input: InputOf<typeof verifyResetCode>,
  context: RequestContext,
): Promise<VerifyOutcome> {
  const startedAt = deps.timer.now()
  const since = await readClock(deps.database)
  const compared = await compareCode(deps, input, context)
  if (!compared.ok) {
    await waitForStep(deps.timer, startedAt, REFUSED_CODE_STEP_MS)
    return compared
  }
  const { isMisplaced, ...account } = await deps.changes.finishChanges(compared.value)
  if (isMisplaced) return refused('code-refused')
  const inactive = await refuseInactive(deps, account)
  if (inactive) return inactive
  const opened = await startSession(deps, account, context, { byCode: true, since })
  // The password has changed in the meantime, so a code that was mailed before opens nothing.
  return opened ?? refused('code-refused')
}

/**
 * Password reset by a mailed code (AUTH-06, decision 024). Codes are the provider's; who may try them, and how often, is
 * decided here.
 */
export const passwordResetService = (deps: PasswordResetDeps) => ({
  ask: ask(deps),

  verify: bind(verifyResetCode, async (input, caller, context, call) => {
    const opened = await verify(deps, input, context)
    if (!opened.ok) return opened
    const wire = await enterSession(deps, opened.value, { caller, context, call })
    call.setReset(null)
    return done(wire)
  }),

  setPassword: bind(setResetPassword, async ({ password }, _, __, { session }) =>
    session.mayReset ? deps.changes.setPassword(session, password) : refused('code-needed'),
  ),

  /**
   * Has the code of a reset mailed: the work of its job.
   * @throws when the provider did not take the request.
   */
  async sendCode({ id, network }: CodeWork): Promise<void> {
    const email = await findResetToSend(deps.database, id)
    if (email !== undefined) {
      const page = `${deps.siteUrl}/reset-password`
      await deps.identity.sendCode(email, page, networkOf(deps, id, network))
    }
    await forgetData(deps.database, 'password-code', id, 'network')
  },
})
