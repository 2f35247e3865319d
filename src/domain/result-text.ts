import type { Light, RiskGroup } from '#domain/result.ts'

/** What a patient reads beside a result of this colour and risk group (RES-02); `Text` is text with paragraphs and links. */
export type ResultText<Text> = {
  light: Light
  riskGroup: RiskGroup
  sentence: string
  meaning: Text
  nextStep: Text
}

/** The id of the CMS document with the texts of a colour and a risk group (RES-02). Example: `result-green-low`. */
export const resultTextId = (light: Light, riskGroup: RiskGroup): string =>
  `result-${light}-${riskGroup}`
