import type { Visitor } from '#server/caller.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { Charity } from '#server/gateways/content.ts'
import type { PaymentGateway } from '#server/gateways/paypal/gateway.ts'
import type { Logger } from '#server/logger.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import type { Sealer } from '#server/security/seal.ts'
import type { EventTurns } from '#server/services/event-turns.ts'
import type { RunStep } from '#server/services/payments/points.ts'

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
  readonly step: RunStep
}

/** The same with a provider. */
export type OpenPaymentDeps = PaymentDeps & { readonly gateway: PaymentGateway }

/** What concluding and returning need, also in an operator's command. */
export type ConclusionDeps = Pick<
  OpenPaymentDeps,
  'database' | 'clock' | 'logger' | 'turns' | 'step' | 'placesChanged' | 'nudgeJobs' | 'gateway'
>
