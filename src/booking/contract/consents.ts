import * as z from 'zod/mini'
import {
  FAMILY_HISTORY_ANSWERS,
  MEDICATIONS,
  OVARIAN_RELATIVES,
  PROSTATE_RELATIVES,
  PSA_TEST_NUMBERS,
} from '#booking/rules/consent.ts'
import { TEST_CONSENT_TEXTS } from '#booking/texts/test-consent.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { flag, isoDate, lines, severalOf, wholeId } from '#core/contract/fields.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'

const yesNo = z.enum(FAMILY_HISTORY_ANSWERS)

const consentInput = z.strictObject({
  profileId: wholeId,
  psaTestDate: isoDate,
  numberOfPsaTest: z.union([
    z.enum(PSA_TEST_NUMBERS),
    z.pipe(
      z.int().check(z.gte(1), z.lte(5)),
      z.transform((n) => String(n) as (typeof PSA_TEST_NUMBERS)[number]),
    ),
  ]),
  familyHistoryProstateCancer: yesNo,
  familyMemberWithProstateCancer: z._default(severalOf(PROSTATE_RELATIVES), []),
  additionalProstateCancerDetails: z._default(lines(CHARACTER_LIMITS.consentDetails), ''),
  familyHistoryBreastOvarianCancer: yesNo,
  familyMemberWithOvarianCancer: z._default(severalOf(OVARIAN_RELATIVES), []),
  motherSideDetails: z._default(lines(CHARACTER_LIMITS.consentDetails), ''),
  medicationHistory: severalOf(MEDICATIONS),
  termsAndConditions: flag,
  sampleConsent: flag,
  disclaimer: flag,
  choiceVersion: z._default(z.string().check(z.regex(/^([0-9a-f]{16})?$/)), ''),
})

const stored = z.object({
  status: z.literal('success'),
  consent_id: z.uuid(),
  text_version: z.string(),
})

/** GET /medical/consent: the caller's consents, newest first, with the answers as questions and answers (PORT-06). */
export const listConsents = defineEndpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/medical/consent',
  summary: 'The caller’s consents with their answers.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({
    /** The version of the page about benefits and harms that a new consent must confirm; null while it is not known (CONS-06). */
    choice_version: z.nullable(z.string()),
    consents: z.array(
      z.object({
        consent_id: z.uuid(),
        test_date: isoDate,
        text_version: z.string(),
        agreed_at: z.iso.datetime(),
        /** There is a later consent for the same day (CONS-05). */
        superseded: z.boolean(),
        /** Null while they cannot be decrypted. */
        answers: z.nullable(z.array(z.object({ question: z.string(), answer: z.string() }))),
      }),
    ),
  }),
  reasons: {},
})

/** POST /medical/consent (API-04). The private-GP box is never sent (CONS-01). */
export const createConsent = defineEndpoint({
  name: 'createConsent',
  method: 'POST',
  path: '/medical/consent',
  summary:
    'Stores the consent and the medical-history answers for one test date; a later one supersedes it.',
  access: 'patient',
  status: 201,
  input: consentInput,
  output: stored,
  reasons: {},
})

const LINK = { 'link-invalid': { status: 403, text: TEST_CONSENT_TEXTS.invalidLink } } as const

/** GET /medical/test-consent (ours): whether the link of /test-consent names the caller and a day of a test (CONS-04). */
export const getTestConsent = defineEndpoint({
  name: 'getTestConsent',
  method: 'GET',
  path: '/medical/test-consent',
  summary: 'Checks a link to the consent form; says when the caller last consented for that day.',
  access: 'patient',
  input: z.strictObject({ profile_id: wholeId, test_date: isoDate }),
  output: z.object({ test_date: isoDate, agreed_at: z.nullable(z.iso.datetime()) }),
  reasons: LINK,
})

/** POST /medical/test-consent (ours): like /medical/consent, for a day of a test without a place on it (CONS-04). */
export const createTestConsent = defineEndpoint({
  name: 'createTestConsent',
  method: 'POST',
  path: '/medical/test-consent',
  summary: 'Stores the consent of /test-consent for one test date; a later one supersedes it.',
  access: 'patient',
  status: 201,
  input: consentInput,
  output: stored,
  reasons: LINK,
})
