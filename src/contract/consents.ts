import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { flag, isoDate, line, severalOf, wholeId } from '#contract/fields.ts'

const yesNo = z.enum(['Yes', 'No', "Don't know"], { error: 'This field is required.' })

/** POST /medical/consent with the answers of §3. The private-GP box is never sent (CONS-01). */
export const createConsent = defineEndpoint({
  name: 'createConsent',
  method: 'POST',
  path: '/medical/consent',
  summary:
    'Stores the consent and the medical-history answers for one test date; a later one supersedes it.',
  access: 'patient',
  status: 201,
  input: z.object({
    profileId: wholeId,
    psaTestDate: isoDate,
    numberOfPsaTest: z.union([
      z.enum(['1', '2', '3', '4', '5'], { error: 'This field is required.' }),
      z.pipe(
        z.int().check(z.gte(1), z.lte(5)),
        z.transform((n) => String(n) as '1' | '2' | '3' | '4' | '5'),
      ),
    ]),
    familyHistoryProstateCancer: yesNo,
    familyMemberWithProstateCancer: z._default(
      severalOf(['Father', 'Brother', 'Grandfather', 'Uncle']),
      [],
    ),
    additionalProstateCancerDetails: z._default(line(1000), ''),
    familyHistoryBreastOvarianCancer: yesNo,
    familyMemberWithOvarianCancer: z._default(
      severalOf(['Mother', 'Sister', 'Grandmother', 'Aunt']),
      [],
    ),
    motherSideDetails: z._default(line(1000), ''),
    medicationHistory: severalOf([
      'Proscar/Propecia (Finasteride)',
      'Avodart',
      'Combodart',
      'None',
    ]),
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
