import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CONSENT_CANONICAL,
  CONSENT_QUESTIONS,
  CONSENT_TEXT,
  CONSENT_VERSION,
  CONSENT_YEARS,
  type ConsentAnswers,
  checkConsent,
  EMPTY_CONSENT,
  MEDICATIONS,
  toggleMedication,
} from '#booking/rules/consent.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

/** SHA-256 of every published text by version. After a change of the text raise CONSENT_VERSION and add a line; never edit one. */
const HASHES: Record<string, string> = {
  '1.0': 'a8a9e929f703e41f8adb6d65618996d1c796dba2e2eb9c7e41eea33fb16eda9d',
}

function answers(changes: Partial<ConsentAnswers> = {}): ConsentAnswers {
  return {
    ...EMPTY_CONSENT,
    numberOfPsaTest: '1',
    familyHistoryProstateCancer: 'No',
    familyHistoryBreastOvarianCancer: "Don't know",
    medicationHistory: ['None'],
    termsAndConditions: true,
    sampleConsent: true,
    disclaimer: true,
    choiceVersion: '0123456789abcdef',
    ...changes,
  }
}

const RELATIVES = 'Please specify which relative(s) or provide additional details.'

describe('consent text', () => {
  it('CONS-05 a changed text needs a new version', () => {
    const hash = createHash('sha256').update(CONSENT_CANONICAL, 'utf8').digest('hex')
    expect({ version: CONSENT_VERSION, hash }).toEqual({
      version: CONSENT_VERSION,
      hash: HASHES[CONSENT_VERSION],
    })
  })

  it('CONS-05 the hashed string has every text that is shown', () => {
    const shown = [
      CONSENT_TEXT.title,
      CONSENT_TEXT.project,
      ...CONSENT_TEXT.background,
      ...CONSENT_TEXT.gdpr,
      ...Object.values(CONSENT_TEXT.statements),
      ...Object.values(CONSENT_QUESTIONS).flatMap(({ label, options }) => [label, ...options]),
    ]
    for (const words of shown) expect(CONSENT_CANONICAL).toContain(words)
  })

  it('CONS-01 has its title and covers screening for 3 years', () => {
    expect(CONSENT_TEXT.title).toBe('INDIVIDUAL CONSENT TO PSA TESTING')
    expect(CONSENT_YEARS).toBe(3)
    expect(CONSENT_TEXT.background.join(' ')).toContain('covers screening for 3 years at first')
    expect(CONSENT_TEXT.gdpr.join(' ')).toContain('UK General Data Protection Regulation')
  })

  it('CONS-01 asks every question with every choice, in field order', () => {
    const choices = Object.entries(CONSENT_QUESTIONS).map(([field, { options }]) => [
      field,
      options.join(', '),
    ])
    expect(choices).toEqual([
      ['numberOfPsaTest', '1, 2, 3, 4, 5'],
      ['familyHistoryProstateCancer', "Yes, No, Don't know"],
      ['familyMemberWithProstateCancer', 'Father, Brother, Grandfather, Uncle'],
      ['additionalProstateCancerDetails', ''],
      ['familyHistoryBreastOvarianCancer', "Yes, No, Don't know"],
      ['familyMemberWithOvarianCancer', 'Mother, Sister, Grandmother, Aunt'],
      ['motherSideDetails', ''],
      ['medicationHistory', 'Proscar/Propecia (Finasteride), Avodart, Combodart, None'],
    ])
  })
})

describe('answers', () => {
  it('CONS-02 an empty form has its messages in field order', () => {
    expect(checkConsent(EMPTY_CONSENT).map(({ field, message }) => [field, message])).toEqual([
      ['numberOfPsaTest', 'This field is required.'],
      ['familyHistoryProstateCancer', 'This field is required.'],
      ['familyHistoryBreastOvarianCancer', 'This field is required.'],
      ['medicationHistory', 'This field is required.'],
      ['termsAndConditions', 'You must agree to the terms and conditions.'],
      ['sampleConsent', 'You must consent that your samples will be taken and tested.'],
      [
        'disclaimer',
        'You must confirm you are not aware of any current prostatic condition. We will not screen if you have known or suspected PCa.',
      ],
      [
        'choiceVersion',
        'You must read about the benefits and harms of the test, and confirm that you have read it.',
      ],
    ])
  })

  it('CONS-02 a complete form has no errors, with or without the private GP', () => {
    expect(checkConsent(answers())).toEqual([])
    expect(checkConsent(answers({ privateGp: true }))).toEqual([])
  })

  it.each([
    [{ familyHistoryProstateCancer: 'Yes' }, 'familyMemberWithProstateCancer'],
    [
      { familyHistoryProstateCancer: 'Yes', additionalProstateCancerDetails: '  ' },
      'familyMemberWithProstateCancer',
    ],
    [{ familyHistoryBreastOvarianCancer: 'Yes' }, 'familyMemberWithOvarianCancer'],
    [
      { familyHistoryBreastOvarianCancer: 'Yes', additionalProstateCancerDetails: 'An uncle' },
      'familyMemberWithOvarianCancer',
    ],
  ] as const)('CONS-02 %o asks for relatives at %s', (changes, field) => {
    expect(checkConsent(answers(changes))).toEqual([{ field, message: RELATIVES }])
  })

  it.each([
    { familyHistoryProstateCancer: 'Yes', familyMemberWithProstateCancer: ['Uncle'] },
    { familyHistoryProstateCancer: 'Yes', additionalProstateCancerDetails: 'A cousin' },
    { familyHistoryBreastOvarianCancer: 'Yes', familyMemberWithOvarianCancer: ['Aunt'] },
    { familyHistoryBreastOvarianCancer: 'Yes', motherSideDetails: 'A cousin' },
  ] satisfies Array<Partial<ConsentAnswers>>)('CONS-02 %o is sufficient', (changes) => {
    expect(checkConsent(answers(changes))).toEqual([])
  })

  it('CONS-01 None excludes the others, and a second click removes a medicine', () => {
    expect(toggleMedication([], 'Avodart')).toEqual(['Avodart'])
    expect(toggleMedication(['Avodart'], 'None')).toEqual(['None'])
    expect(toggleMedication(['None'], 'Combodart')).toEqual(['Combodart'])
    expect(toggleMedication(['None'], 'None')).toEqual([])
    expect(toggleMedication(['Combodart'], 'Avodart')).toEqual(['Avodart', 'Combodart'])
  })

  it('CONS-01 no sequence of clicks leaves None with another medicine or a duplicate', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MEDICATIONS), { maxLength: 20 }), (clicks) => {
        const chosen = clicks.reduce<string[]>(toggleMedication, [])
        expect(new Set(chosen).size).toBe(chosen.length)
        if (chosen.includes('None')) expect(chosen).toEqual(['None'])
      }),
      PROPERTY,
    )
  })
})
