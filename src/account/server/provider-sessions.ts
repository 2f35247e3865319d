import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { findResetEnd } from '#account/server/database/password-resets.ts'
import type { AccountGateway, SessionJournal } from '#account/server/gateways/identity.ts'
import { PROVIDER_SESSION_SECONDS } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { dropWork, queueWork } from '#core/server/jobs/work.ts'
import { PostponedError } from '#core/server/postponed.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'

const contextOf = (id: string): CipherContext => ({ table: 'jobs', row: id, column: 'payload' })

/**
 * A journal of jobs: each entry is a job that ends all sessions of the account at the provider, due when this process has had
 * `PROVIDER_SESSION_SECONDS` to end its own. The address is encrypted: most entries are deleted within milliseconds.
 */
export const sessionJournal = (database: Queries, sealer: Sealer): SessionJournal => ({
  async begin(email) {
    const id = randomUUID()
    const account = sealer.seal(email, contextOf(id)).toString('base64')
    await queueWork(database, 'end-provider-sessions', id, {
      delaySeconds: PROVIDER_SESSION_SECONDS,
      data: { account },
    })
    return id
  },
  end: (id) => dropWork(database, 'end-provider-sessions', id),
})

export type ProviderSessionDeps = {
  readonly database: Queries
  readonly clock: Clock
  readonly sealer: Sealer
  readonly identity: Pick<AccountGateway, 'endSessions'>
}

const payloadSchema = z.object({ id: z.uuid(), account: z.base64() })

/**
 * Ends the sessions that a process left open at the provider, because it ended or the provider did not respond.
 * @throws PostponedError while a code for this address is valid: ending the sessions would make it invalid.
 */
export async function endProviderSessions(
  { payload }: Job,
  { database, clock, sealer, identity }: ProviderSessionDeps,
): Promise<void> {
  const { id, account } = payloadSchema.parse(payload)
  const email = sealer.open(Buffer.from(account, 'base64'), contextOf(id))
  const codeEnd = await findResetEnd(database, email)
  if (codeEnd !== undefined) throw new PostponedError(codeEnd, clock.now())
  await identity.endSessions(email)
  // No address stays, not even an encrypted one.
  await dropWork(database, 'end-provider-sessions', id)
}
