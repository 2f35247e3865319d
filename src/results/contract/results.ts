import * as z from 'zod/mini'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { clockTime, isoDate, wholeId } from '#core/contract/fields.ts'
import { fileOutput } from '#core/contract/file.ts'
import { LIGHTS, RISK_GROUPS } from '#results/rules/result.ts'
import { NEXT_TEST_STATES, SAYINGS, WAITING_STATES } from '#results/rules/result-saying.ts'
import { EMAIL_NOT_VERIFIED, RESULT_CHANGED, RESULT_NOT_FOUND } from '#results/texts/results.ts'

const judgementRound = z.int().check(z.minimum(1), z.maximum(1_000_000))

/** The specified names (API-07): an appointment as an item of /medical-results shows it. */
export const testedAppointment = z.object({
  event_name: z.string(),
  product_name: z.string(),
  event_date: isoDate,
})

/**
 * A result with the specified names (API-07); the fields after `sample_date` are ours. A withheld one has no content: all of
 * `test_result`, `test_unit`, `comments`, `light`, `risk_group` and `retest_on` are null. An earlier one has value, unit and colour only.
 */
export const resultOnWire = z.object({
  test_result: z.nullable(z.string()),
  test_unit: z.nullable(z.string()),
  comments: z.nullable(z.string()),
  /** London day and time when the sample was taken. */
  sample_date: isoDate,
  sample_time: clockTime,
  result_id: z.uuid(),
  state: z.enum(['released', 'withheld']),
  /** What may be said of it. */
  says: z.enum(SAYINGS),
  /** What was measured. */
  test: z.string(),
  /** The reference number of the appointment; null for a sample that was taken without one. */
  reference: z.nullable(z.string()),
  laboratory: z.string(),
  light: z.nullable(z.enum(LIGHTS)),
  risk_group: z.nullable(z.enum(RISK_GROUPS)),
  retest_on: z.nullable(isoDate),
  retest_state: z.nullable(z.enum(NEXT_TEST_STATES)),
  /** It replaces an earlier result that the patient was shown. */
  corrected: z.boolean(),
  released_at: z.iso.datetime(),
  /** Counts the judgements of the result: 'I have read this' names the one that was shown. */
  round: z.nullable(judgementRound),
  /** When the patient said 'I have read this'. */
  read_at: z.nullable(z.iso.datetime()),
})
export type ResultOnWire = z.output<typeof resultOnWire>

/** At least one of appointment and result is present. */
export const resultItem = z.object({
  appointment: z.nullable(testedAppointment),
  result: z.nullable(resultOnWire),
  /** Of a test without a result. */
  waiting: z.nullable(z.enum(WAITING_STATES)),
})
export type ResultItem = z.output<typeof resultItem>

const NOT_VERIFIED = {
  'email-not-verified': { status: 403, text: EMAIL_NOT_VERIFIED },
} as const
const ONE_RESULT = {
  ...NOT_VERIFIED,
  'result-not-found': { status: 404, text: RESULT_NOT_FOUND },
} as const

/** GET /medical/results/{profileId}: results and tests without one, the newest test first; then appointments that are still to come. */
export const listResults = defineEndpoint({
  name: 'listResults',
  method: 'GET',
  path: '/medical/results/:profileId',
  summary: 'The caller’s own released results, and appointments without a result.',
  access: 'patient',
  input: z.strictObject({ profileId: wholeId }),
  output: z.object({ data: z.array(resultItem) }),
  reasons: NOT_VERIFIED,
})

const oneResult = z.strictObject({ profileId: wholeId, result_id: z.uuid() })

/**
 * POST /medical/results/{profileId}/{result_id}/read: 'I have read this', for the judgement that was shown. A repeated call returns the
 * first time. It acknowledges no other judgement.
 */
export const acknowledgeResult = defineEndpoint({
  name: 'acknowledgeResult',
  method: 'POST',
  path: '/medical/results/:profileId/:result_id/read',
  summary: 'Stores that the caller has read an own result.',
  access: 'patient',
  input: z.strictObject({ profileId: wholeId, result_id: z.uuid(), round: judgementRound }),
  output: z.object({ status: z.literal('success'), read_at: z.iso.datetime() }),
  reasons: { ...ONE_RESULT, 'result-changed': { status: 409, text: RESULT_CHANGED } },
})

/** GET /medical/results/{profileId}/{result_id}/letter: the result letter as a tagged PDF (RES-04). */
export const getResultLetter = defineEndpoint({
  name: 'getResultLetter',
  method: 'GET',
  path: '/medical/results/:profileId/:result_id/letter',
  summary: 'The letter of an own result as a PDF file.',
  access: 'patient',
  file: 'application/pdf',
  input: oneResult,
  output: fileOutput,
  reasons: ONE_RESULT,
})
