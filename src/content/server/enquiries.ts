import { randomUUID } from 'node:crypto'
import { createEnquiry } from '#content/contract/enquiries.ts'
import { ENQUIRY } from '#content/mails/enquiry.ts'
import type { FormAnswer } from '#content/rules/form-submission.ts'
import {
  type EnquiryContent,
  enquiryContext,
  insertEnquiry,
} from '#content/server/database/enquiries.ts'
import type { FormService } from '#content/server/gateways/form-service.ts'
import { FIELD_ERROR_TEXTS } from '#content/texts/contact.ts'
import type { InputOf, OutputOf, ReasonOf } from '#core/contract/endpoint.ts'
import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { formResultPath } from '#core/rules/form-return.ts'
import type { RequestContext } from '#core/server/caller.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import type { Logger } from '#core/server/logger.ts'
import { done, type Outcome, refused, wrongFields } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'

type Input = InputOf<typeof createEnquiry>
type Answer = Outcome<OutputOf<typeof createEnquiry>, ReasonOf<typeof createEnquiry>>
/** Undefined when there is no form service. */
type ServiceAnswer = FormAnswer | { kind: 'unreachable' } | undefined
type Refusal = Extract<Answer, { ok: false }>

export type EnquiryDeps = {
  readonly database: Database
  readonly limiter: Limiter
  readonly sealer: Sealer
  readonly logger: Logger
  /** Undefined when no form id is configured: then the enquiry is mailed only. */
  readonly formService: FormService | undefined
  nudgeJobs(): void
}

const FIELDS = ['first-name', 'last-name', 'email', 'phone-number', 'message'] as const
const SUCCESS = done({ status: 'success', next: formResultPath('contact', 'ok') } as const)

/** All five fields are required, and the e-mail address must be valid (ABOUT-05). */
function faultsOf(input: Input): Record<string, string> {
  const faults: Record<string, string> = {}
  for (const name of FIELDS) {
    if (input[name] === '') faults[name] = FIELD_ERROR_TEXTS.REQUIRED_FIELD_EMPTY
  }
  if (input.email !== '' && !isEmail(input.email)) {
    faults['email'] = FIELD_ERROR_TEXTS.TYPE_EMAIL
  }
  return faults
}

const contentOf = (input: Input): EnquiryContent => ({
  firstName: input['first-name'],
  lastName: input['last-name'],
  email: input.email,
  phone: input['phone-number'],
  message: input.message,
})

/**
 * The refusals that the visitor can correct: faulty fields, or a form that was rejected as spam or empty. Any other
 * error of the form service must not lose an enquiry.
 */
function refusalBy(answer: ServiceAnswer): Refusal | undefined {
  if (answer?.kind !== 'error') return undefined
  if (answer.fieldErrors.length > 0) {
    const fields = Object.fromEntries(
      answer.fieldErrors.map(({ field, message }) => [field, message]),
    )
    return refused('enquiry-refused', { fields })
  }
  const own = answer.formErrors.find(({ code }) => code === 'BLOCKED' || code === 'EMPTY')
  return own && refused('enquiry-refused', { text: own.message })
}

/** The form service's response as a word or codes, without personal data. */
function forwardedAs(answer: ServiceAnswer): string | null {
  if (answer === undefined) return null
  if (answer.kind === 'success') return 'sent'
  if (answer.kind !== 'error') return answer.kind
  return answer.formErrors.map(({ code }) => code).join(' ') || 'UNSPECIFIED'
}

type Pending = Extract<FormAnswer, { kind: 'pending' }>

const pendingAnswer = ({ clientSecret, resubmitKey }: Pending): Answer =>
  done({ status: 'pending', stripe: { paymentIntentClientSecret: clientSecret }, resubmitKey })

/**
 * Whether an earlier attempt stored this enquiry. An enquiry with a pending card is stored immediately, because the visitor may
 * never authenticate it, and a form without script cannot.
 */
const wasStored = ({ resubmitKey }: Input, answer: ServiceAnswer): boolean =>
  resubmitKey !== undefined && (answer?.kind === 'pending' || answer?.kind === 'success')

/** The contact form (ABOUT-05): stored encrypted, mailed to the charity, and forwarded to the form service if configured. */
export function enquiriesService(deps: EnquiryDeps) {
  const { database, limiter, sealer, logger, formService } = deps

  const limit = (email: string, { network }: RequestContext) =>
    limiter.count(['enquiryPerEmail', normaliseEmail(email)], ['enquiryPerNetwork', network])

  async function keep(content: EnquiryContent, forwarded: string | null) {
    if (forwarded !== null && forwarded !== 'sent') {
      logger.warn({ forwarded }, 'the form service did not accept an enquiry; it is only mailed')
    }
    const enquiryId = randomUUID()
    const contentSealed = sealer.seal(JSON.stringify(content), enquiryContext(enquiryId))
    await database.transaction(async (transaction) => {
      await insertEnquiry(transaction, { enquiryId, contentSealed, forwarded })
      await ENQUIRY.queue(transaction, enquiryId, { enquiry_id: enquiryId }, 'charity')
    })
    deps.nudgeJobs()
  }

  function forward(input: Input) {
    const fields = Object.fromEntries(FIELDS.map((name) => [name, input[name]]))
    const { resubmitKey } = input
    return formService?.submit(resubmitKey ? { ...fields, resubmitKey } : fields)
  }

  return {
    create: bind(createEnquiry, async (input, _, context) => {
      if (input.website !== '') return SUCCESS
      const faults = faultsOf(input)
      if (Object.keys(faults).length > 0) return wrongFields(faults)
      const limited = await limit(input.email, context)
      if (limited) return limited
      const answer = await forward(input)
      const refusal = refusalBy(answer)
      if (refusal !== undefined) return refusal
      if (!wasStored(input, answer)) await keep(contentOf(input), forwardedAs(answer))
      return answer?.kind === 'pending' ? pendingAnswer(answer) : SUCCESS
    }),
  }
}
