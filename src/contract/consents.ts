import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { flag, isoDate, line, severalOf, wholeId } from '#contract/fields.ts'
import { CHARACTER_LIMITS } from '#domain/character-limits.ts'
import {
  FAMILY_HISTORY_ANSWERS,
  MEDICATIONS,
  OVARIAN_RELATIVES,
  PROSTATE_RELATIVES,
  PSA_TEST_NUMBERS,
} from '#domain/consent.ts'
import { FIELD_REQUIRED } from '#domain/texts/common.ts'

const yesNo = z.enum(FAMILY_HISTORY_ANSWERS, { error: FIELD_REQUIRED })

/** POST /medical/consent (API-04). The private-GP box is never sent (CONS-01). */
export const createConsent = defineEndpoint({
  name: 'createConsent',
  method: 'POST',
  path: '/medical/consent',
  summary:
    'Stores the consent and the medical-history answers for one test date; a later one supersedes it.',
  access: 'patient',
  status: 201,
  input: z.strictObject({
    profileId: wholeId,
    psaTestDate: isoDate,
    numberOfPsaTest: z.union([
      z.enum(PSA_TEST_NUMBERS, { error: FIELD_REQUIRED }),
      z.pipe(
        z.int().check(z.gte(1), z.lte(5)),
        z.transform((n) => String(n) as (typeof PSA_TEST_NUMBERS)[number]),
      ),
    ]),
    familyHistoryProstateCancer: yesNo,
    familyMemberWithProstateCancer: z._default(severalOf(PROSTATE_RELATIVES), []),
    additionalProstateCancerDetails: z._default(line(CHARACTER_LIMITS.consentDetails), ''),
    familyHistoryBreastOvarianCancer: yesNo,
    familyMemberWithOvarianCancer: z._default(severalOf(OVARIAN_RELATIVES), []),
    motherSideDetails: z._default(line(CHARACTER_LIMITS.consentDetails), ''),
    medicationHistory: severalOf(MEDICATIONS),
    termsAndConditions: flag,
    sampleConsent: flag,
    disclaimer: flag,
  }),
  output: z.object({
    status: z.literal('success'),
    consent_id: z.uuid(),
    text_version: z.string(),
  }),
  reasons: {},
})
