import { MEDICATIONS, NO_MEDICATION } from '#booking/rules/consent.ts'
import type { GivenConsent } from '#booking/rules/given-consent.ts'

/** The answers of a consent that a clinician reads beside a value (LAB-06). */
export type AnswerEvidence = { readonly familyHistory: string; readonly medicines: string }

const NOT_KNOWN = 'not known'

/** One side of the family: the answer, the relatives, and what the patient wrote about them. */
function historyText(
  answer: string | undefined,
  relatives: readonly string[] = [],
  details = '',
): string {
  const more = [relatives.join(', '), details.trim()].filter((text) => text !== '')
  const said = answer === undefined || answer === '' ? NOT_KNOWN : answer
  return more.length === 0 ? said : `${said} (${more.join('; ')})`
}

function medicinesText(chosen: readonly string[] | undefined): string {
  if (chosen === undefined || chosen.length === 0) return NOT_KNOWN
  if (chosen.includes(NO_MEDICATION)) return NO_MEDICATION
  // Every medicine of the form has finasteride or dutasteride.
  const halving = chosen.filter((one) => MEDICATIONS.some((known) => known === one))
  return halving.length === 0 ? chosen.join(', ') : `HALVES PSA: ${chosen.join(', ')}`
}

/** Family history and medicines of a consent; undefined without answers, such as for a consent on paper. */
export function answerEvidence(answers: GivenConsent | null | undefined): AnswerEvidence {
  if (!answers?.familyHistoryProstateCancer) {
    return { familyHistory: NOT_KNOWN, medicines: medicinesText(answers?.medicationHistory) }
  }
  const prostate = historyText(
    answers.familyHistoryProstateCancer,
    answers.familyMemberWithProstateCancer,
    answers.additionalProstateCancerDetails,
  )
  const breastOrOvarian = historyText(
    answers.familyHistoryBreastOvarianCancer,
    answers.familyMemberWithOvarianCancer,
    answers.motherSideDetails,
  )
  return {
    familyHistory: `prostate: ${prostate}. breast or ovarian: ${breastOrOvarian}`,
    medicines: medicinesText(answers.medicationHistory),
  }
}
