import type { Visitor } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import type { Logger } from '#core/server/logger.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { EventTurns } from '#events/server/event-turns.ts'
import type { PaymentGateway } from '#payments/server/paypal/gateway.ts'

export type PaymentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly turns: EventTurns
  readonly siteUrl: string
  charity(): Promise<Charity>
  /** Whether the patient gave an open code of this private event. */
  hasGrant(eventId: number, visitor: Visitor): Promise<boolean>
  nudgeJobs(): void
  placesChanged(): void
}

/** The same with a provider. */
export type OpenPaymentDeps = PaymentDeps & { readonly gateway: PaymentGateway }

/** What concluding and returning need, also in an operator's command. */
export type ConclusionDeps = Pick<
  OpenPaymentDeps,
  'database' | 'clock' | 'logger' | 'turns' | 'placesChanged' | 'nudgeJobs' | 'gateway'
>
