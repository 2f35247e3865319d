import { PROFILE_LOG } from '#account/texts/portal.ts'
import { BOOKING_MESSAGES } from '#booking/texts/booking.ts'
import { TEST_CONSENT_TEXTS } from '#booking/texts/test-consent.ts'
import { COMMON_REFUSALS } from '#core/contract/endpoint.ts'
import { ERROR_DESCRIPTIONS, logError } from '#core/contract/service.ts'
import type { Database } from '#core/server/database/database.ts'
import { insertError } from '#core/server/database/error-log.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done } from '#core/server/outcome.ts'
import {
  EVENTS_NOT_READ,
  NO_ANSWER,
  SIGN_OUT_FAILED,
  UNEXPECTED_ANSWER,
  UNEXPECTED_ERROR,
} from '#core/texts/failures.ts'
import { FIELD_MESSAGES } from '#core/texts/fields.ts'
import { CONFIRM_FAILED } from '#events/texts/place-refusals.ts'
import {
  CHECKOUT_MESSAGES,
  METHOD_FAILED,
  NOT_INITIATED,
  nonRecoverable,
  PAYMENT_ISSUE_TEXTS,
  SCA_FAILED,
} from '#payments/texts/payment.ts'

/** What a payment said that did not succeed, without the provider's number of the fault: the payment has it. */
const ENDED_PAYMENTS = Object.values(PAYMENT_ISSUE_TEXTS).map((text) => nonRecoverable(text, ''))
const withoutNumber = (message: string) => message.replace(/\([\w-]*\)$/, '()')

/** The messages of our own pages. Any other text is not stored: it could contain what a visitor typed. */
const KNOWN_MESSAGES: readonly string[] = [
  EVENTS_NOT_READ,
  SIGN_OUT_FAILED,
  UNEXPECTED_ERROR,
  UNEXPECTED_ANSWER,
  CONFIRM_FAILED,
  BOOKING_MESSAGES.checkFailed.text,
  BOOKING_MESSAGES.consentRefused.text,
  BOOKING_MESSAGES.consentException.text,
  TEST_CONSENT_TEXTS.failed,
  PROFILE_LOG.refused,
  PROFILE_LOG.unanswered,
  // Checkout
  NO_ANSWER,
  COMMON_REFUSALS.unavailable.text,
  COMMON_REFUSALS.busy.text,
  COMMON_REFUSALS['too-many-requests'].text,
  NOT_INITIATED,
  METHOD_FAILED,
  SCA_FAILED,
  CHECKOUT_MESSAGES.declined.title,
  CHECKOUT_MESSAGES.returned.title,
  CHECKOUT_MESSAGES.noCardForm.title,
  ...ENDED_PAYMENTS,
]

function storedMessage(message: string): string {
  const text = withoutNumber(message)
  return KNOWN_MESSAGES.includes(text) ? text : 'Other'
}

/** Errors that browsers report (FORM-02): only known texts and field names are stored, no medical details. */
export function errorLogService(deps: { database: Database; limiter: Limiter }) {
  return {
    log: bind(logError, async (input, caller, context) => {
      const limited = await deps.limiter.count(['errorLogPerNetwork', context.network])
      if (limited) return limited
      const known: readonly string[] = ERROR_DESCRIPTIONS
      await insertError(deps.database, {
        description: known.includes(input.description) ? input.description : 'Other',
        message: storedMessage(input.errorMessage),
        // Only the fields of our forms: any other word could be text that a visitor typed.
        fields: (input.fields ?? []).filter((name) => Object.hasOwn(FIELD_MESSAGES, name)),
        profileId: caller?.profileId ?? null,
        requestId: context.requestId,
      })
      return done({ status: 'success' })
    }),
  }
}
