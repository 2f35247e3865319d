import { describe, expect, it } from 'vitest'
import type { LetterContent } from '#results/server/gateways/letter-content.ts'
import { type LetterResult, letterBody, letterOf } from '#results/server/results-letter.ts'
import { EARLIER_TEXTS } from '#results/texts/results.ts'

const paragraph = (text: string) => ({ text, isItem: false })
/** Texts are at hand for every letter: what may be said must not depend on them. */
const TEXTS: LetterContent = {
  sender: {
    charityName: 'Halyard Men’s Health',
    product: 'Halyard',
    address: ['The Old Sail Loft'],
    medicalPhone: '01632 960 145',
    email: 'hello@halyard.example',
    charityNumber: '0000000',
  },
  text: {
    sentence: 'Your PSA is normal.',
    meaning: [paragraph('A normal PSA makes cancer unlikely.')],
    nextStep: [paragraph('Please have another test in 3 years.')],
    chance: 'About 3 in 4 do not. About 1 in 4 do. (Source: the sample.)',
  },
}
const RESULT: LetterResult = {
  resultId: '0d8f2f36-0000-4000-8000-000000000001',
  sampleId: '0d8f2f36-0000-4000-8000-0000000000bb',
  appointmentId: '0d8f2f36-0000-4000-8000-0000000000aa',
  laboratory: 'Eastmoor Pathology',
  takenAt: new Date('2026-11-05T10:20:00Z'),
  version: 1,
  round: 1,
  corrected: false,
  releasedAt: new Date('2026-11-12T09:00:00Z'),
  readAt: null,
  content: {
    finding: { value: '1.20', unit: 'ng/mL' },
    light: 'green',
    riskGroup: 'low',
    comments: 'All good.',
    retestOn: '2029-11-05',
    patient: { name: 'Arthur Pendle', birthDate: '1960-02-03' },
  },
  says: 'all',
  test: 'Total PSA Test',
  asOf: new Date('2026-11-13T09:00:00Z'),
  nhsNumber: '9434765919',
}
const ADVICE = [
  'Your PSA is normal.',
  'A normal PSA makes cancer unlikely.',
  'Please have another test in 3 years.',
  'Monday, 5 November 2029',
  'All good.',
  'About 1 in 4 do.',
]
const bodyOf = (over: Partial<LetterResult> = {}) => letterBody({ ...RESULT, ...over }, TEXTS)
const bytesOf = async (over: Partial<LetterResult> = {}) =>
  Buffer.from((await letterOf({ ...RESULT, ...over }, TEXTS)).bytes).toString('base64')

describe('the letter', () => {
  it('RES-04 names the patient, the test, the laboratory and the day that it is as of, with colour and advice', () => {
    const { title, patient, result, colour, sections } = bodyOf()
    expect(title).toBe('Your Halyard result')
    expect(patient).toEqual([
      ['Name', 'Arthur Pendle'],
      ['Date of birth', '03/02/1960'],
      ['NHS number', '943 476 5919'],
      ['Reference number', expect.any(String)],
      ['Letter as of', 'Friday, 13 November 2026'],
    ])
    expect(result).toEqual([
      ['Test', 'Total PSA Test'],
      ['Result', '1.20 ng/mL'],
      ['Sample taken', 'Thursday, 5 November 2026, 10:20'],
      ['Laboratory', 'Eastmoor Pathology'],
      ['Ready since', 'Thursday, 12 November 2026'],
      ['Next test', 'Due on Monday, 5 November 2029'],
      ['Comments', 'All good.'],
    ])
    expect(colour).toEqual({ light: 'green', sentence: 'Your PSA is normal.' })
    expect(sections.map(({ heading }) => heading)).toEqual(['What it means', 'What to do next'])
    // The control of the next test: this letter has every word of the advice.
    for (const word of ADVICE) expect(JSON.stringify(bodyOf())).toContain(word)
  })

  it.each(['earlier', 'earlier-ask'] as const)(
    'RES-02 RES-04 of a result that may say "%s" is marked as earlier, and has value and colour without any advice',
    (says) => {
      const body = bodyOf({ says })
      expect(body.title).toBe('An earlier Halyard result')
      expect(body.notes).toEqual([EARLIER_TEXTS[says]])
      expect(body.result).toContainEqual(['Colour', 'Green'])
      expect(body.result).toContainEqual(['Result', '1.20 ng/mL'])
      for (const word of ADVICE) expect(JSON.stringify(body)).not.toContain(word)
    },
  )

  it('RES-04 without an appointment there is no reference number, and an unknown NHS number is not left open', () => {
    const labels = bodyOf({ appointmentId: null }).patient.map(([label]) => label)
    expect(labels).not.toContain('Reference number')
    expect(bodyOf({ nhsNumber: null }).patient).toContainEqual(['NHS number', 'Not known to us'])
  })

  it('RES-04 the same state has the same bytes; another name, birth date, NHS number, day or saying has others', async () => {
    const { content } = RESULT
    const named = (patient: Partial<typeof content.patient>) => ({
      content: { ...content, patient: { ...content.patient, ...patient } },
    })
    expect(await bytesOf()).toBe(await bytesOf())
    const letters = [
      bytesOf(),
      bytesOf(named({ name: 'Albert Pendle' })),
      bytesOf(named({ birthDate: '1960-03-02' })),
      bytesOf({ nhsNumber: '4010232137' }),
      bytesOf({ asOf: new Date('2026-11-14T09:00:00Z') }),
      bytesOf({ says: 'earlier' }),
      bytesOf({ says: 'earlier-ask' }),
    ]
    expect(new Set(await Promise.all(letters)).size).toBe(letters.length)
  })
})
