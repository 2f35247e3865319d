import {
  CONSENT_QUESTIONS,
  CONSENT_TEXT,
  type ConsentAnswers,
  PSA_TEST_LABELS,
} from '#booking/rules/consent.ts'

/** The answers as they are stored (API-04). */
export type GivenConsent = Partial<Omit<ConsentAnswers, 'privateGp' | 'choiceVersion'>>

/** What a consent on paper has in place of the questions: its answers stay on the form. */
export const PAPER_CONSENT = 'Given on paper'

const STATEMENTS = {
  termsAndConditions: CONSENT_TEXT.statements.terms,
  sampleConsent: CONSENT_TEXT.statements.sample,
  disclaimer: CONSENT_TEXT.statements.disclaimer,
} as const

/** The label of every stored answer, in the order of the form. */
export const ANSWER_LABELS: Readonly<Record<keyof GivenConsent, string>> = {
  ...(Object.fromEntries(
    Object.entries(CONSENT_QUESTIONS).map(([field, { label }]) => [field, label]),
  ) as Record<keyof typeof CONSENT_QUESTIONS, string>),
  ...STATEMENTS,
}
const FIELDS = Object.keys(ANSWER_LABELS) as (keyof GivenConsent)[]

function answerText(field: keyof GivenConsent, answers: GivenConsent): string {
  const answer = answers[field]
  if (answer === undefined) return ''
  if (typeof answer === 'boolean') return answer ? 'Agreed' : 'Not agreed'
  if (typeof answer !== 'string') return answer.join(', ')
  return field === 'numberOfPsaTest' && answer !== ''
    ? PSA_TEST_LABELS[answer as keyof typeof PSA_TEST_LABELS]
    : answer
}

/** A given consent as questions and answers, without empty answers. */
export const shownAnswers = (answers: GivenConsent): { question: string; answer: string }[] =>
  FIELDS.map((field) => ({
    question: ANSWER_LABELS[field],
    answer: answerText(field, answers),
  })).filter(({ answer }) => answer !== '')
