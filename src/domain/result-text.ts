import type { Light, RiskGroup } from '#domain/result.ts'

/** The id of the CMS document with the texts of a colour and a risk group (RES-02). Example: `result-green-low`. */
export const resultTextId = (light: Light, riskGroup: RiskGroup): string =>
  `result-${light}-${riskGroup}`
