import type { InputOf } from '#contract/endpoint.ts'
import { ERROR_DESCRIPTIONS, type logError } from '#contract/service.ts'
import { UNEXPECTED_ERROR } from '#domain/texts/failures.ts'
import type { Account, RequestContext } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { done, type Outcome } from '#server/outcome.ts'
import { insertError } from '#server/repositories/error-log.ts'
import type { Limiter } from '#server/repositories/limits.ts'

/** The messages of our own pages. Any other text is not stored: it could contain what a visitor typed. */
const KNOWN_MESSAGES: readonly string[] = [
  'Error fetching events',
  'Error logging out',
  UNEXPECTED_ERROR,
  'Unexpected response format',
  'Failed to confirm booking. Please try again later.',
  'Failed to check upcoming appointments. Please retry later.',
  'Failed to create consent. Please try again.',
  'An unexpected error occurred. Please try again later.',
  'Failed to save consent. Please try again.',
]

/** Errors that browsers report (FORM-02): only known texts and field names are stored, no medical details. */
export function errorLogService(deps: { database: Database; limiter: Limiter }) {
  return {
    async log(
      input: InputOf<typeof logError>,
      caller: Account | undefined,
      context: RequestContext,
    ): Promise<Outcome<{ status: 'success' }>> {
      const limited = await deps.limiter.count(['errorLogPerNetwork', context.network])
      if (limited) return limited
      const known: readonly string[] = ERROR_DESCRIPTIONS
      await insertError(deps.database, {
        description: known.includes(input.description) ? input.description : 'Other',
        message: KNOWN_MESSAGES.includes(input.errorMessage) ? input.errorMessage : 'Other',
        fields: input.fields ?? [],
        profileId: caller?.profileId ?? null,
        requestId: context.requestId,
      })
      return done({ status: 'success' })
    },
  }
}
