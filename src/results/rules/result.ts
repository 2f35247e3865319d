import { type IsoDate, isIsoDate } from '#core/rules/time.ts'

/** The traffic light of a result (RES-02), given by a clinician and never computed. */
export const LIGHTS = ['green', 'amber', 'red'] as const
export type Light = (typeof LIGHTS)[number]

/** Whether a clinician telephones the patient before the result is shown (LAB-12). */
export const needsCall = (light: Light): boolean => light === 'red'

/** The risk by which the time of the next test is chosen (INFO-04), given by a clinician. */
export const RISK_GROUPS = ['low', 'intermediate', 'high'] as const
export type RiskGroup = (typeof RISK_GROUPS)[number]

/** A value as the laboratory reported it, with comparator and digits; the unit in its usual spelling. Example: `<0.1`, `ng/mL`. */
export type Finding = { readonly value: string; readonly unit: string }

/**
 * Whether a judgement needs a second clinician: any colour but green does, every colour milder than the thresholds (LAB-13), and every
 * judgement after a disagreement.
 */
export const needsSecondPerson = (light: Light, round: number, isMild: boolean): boolean =>
  light !== 'green' || round > 1 || isMild

/** What a patient reads beside a result of this colour and risk group (RES-02); `Text` is text with paragraphs and links. */
export type ResultText<Text> = {
  light: Light
  riskGroup: RiskGroup
  sentence: string
  meaning: Text
  nextStep: Text
  /** How many raised results are cancer, and how many are not; only once a clinician has approved it. */
  chance: string | undefined
}

/** The id of the CMS document with the texts of a colour and a risk group (RES-02). Example: `result-green-low`. */
export const resultTextId = (light: Light, riskGroup: RiskGroup): string =>
  `result-${light}-${riskGroup}`

/** The fields of a figure about raised results, in the order of the Studio's form. */
export const CHANCE_FIELDS = [
  'withoutCancer',
  'withCancer',
  'source',
  'approvedBy',
  'approvedOn',
] as const
type Chance = { readonly [Name in (typeof CHANCE_FIELDS)[number]]?: string | null | undefined }

/** An import may have written something other than a text: then the figure is not complete. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Both halves of the figure with its source: only under red, and only when it is complete and a clinician has approved it by `today`. */
export function approvedChance(
  chance: Chance | null | undefined,
  light: Light,
  today: IsoDate,
): string | undefined {
  const given = CHANCE_FIELDS.map((name) => textOf(chance?.[name]))
  const [withoutCancer, withCancer, source, , approvedOn = ''] = given
  if (light !== 'red' || given.includes('')) return
  if (!isIsoDate(approvedOn) || approvedOn > today) return
  return `${withoutCancer} ${withCancer} (Source: ${source}.)`
}
