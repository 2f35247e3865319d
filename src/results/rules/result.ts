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
