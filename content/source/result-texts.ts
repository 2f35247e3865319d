import {
  LIGHTS,
  type Light,
  RISK_GROUPS,
  type RiskGroup,
  resultTextId,
} from '../../src/results/rules/result.ts'
import { type SourceDocument, text } from './markup.ts'

type Texts = { sentence: string; meaning: string; nextStep: Record<RiskGroup, string> }

const GUIDE =
  'Read more in [our guide to the prostate](/information-hub/prostate-diseases-and-prostate-cancer).'
const SIGNS =
  'Do not wait for the next test if you pass blood, cannot pass urine, or have new pain in your back or hips that does not go away: see your GP.'

/** 'You are at high risk' below 'Your PSA is normal' would not say of what, and why. */
const LATER_RISK =
  'This is not about today’s result: it is about the risk of getting prostate cancer in the years to come. Age, prostate cancer in the family, ethnicity and the PSA value raise it.'

const REPEAT = `Please have the test again in 3 months. Before it:

- do not cycle hard and do not ejaculate for 48 hours;
- wait six weeks after a urine infection.

${SIGNS}`
const SEE_GP = `Please make an appointment with your GP now, and take the letter with this result with you.

Your GP will usually repeat the test and examine you, and may refer you to a specialist. Call our medical helpline if you have
questions before that.`

const TEXTS: Readonly<Record<Light, Texts>> = {
  green: {
    sentence: 'Your PSA is normal.',
    meaning: `Your PSA is in the normal range for your age. A normal PSA makes prostate cancer unlikely, but does not rule it out.

${GUIDE}`,
    nextStep: {
      low: `Please have another test in 3 years. The date of your next test is with your result.

${SIGNS}`,
      intermediate: `${LATER_RISK} Yours is between low and high, so please have another test in 2 years. The date of your next test is with
your result.

${SIGNS}`,
      high: `${LATER_RISK} Yours is high, so please have another test in 1 year, and every year for 3 years. The date of your next test is
with your result.

${SIGNS}`,
    },
  },
  amber: {
    sentence: 'Your PSA is slightly raised.',
    meaning: `This is not a diagnosis. PSA also rises with an enlarged prostate, an infection, a long bike ride or sex in the two days before
the test. Many second tests are normal.

${GUIDE}`,
    nextStep: {
      low: REPEAT,
      intermediate: REPEAT,
      high: `Please have the test again in 3 months, and do not miss it: your risk is higher than that of most men. Before it:

- do not cycle hard and do not ejaculate for 48 hours;
- wait six weeks after a urine infection.

${SIGNS}`,
    },
  },
  red: {
    sentence: 'Your PSA is significantly raised.',
    meaning: `This is not a diagnosis, but it should be looked into soon.

${GUIDE}`,
    nextStep: {
      low: SEE_GP,
      intermediate: SEE_GP,
      high: `Please make an appointment with your GP now, and take the letter with this result with you. Tell your GP what raises your risk,
for example prostate cancer in your family.

Your GP will usually repeat the test and examine you, and may refer you to a specialist. Call our medical helpline if you have
questions before that.`,
    },
  },
}

/** Of raised results, not of the charity's abnormal ones, which include amber. The clinician is invented. */
const CHANCE = {
  withoutCancer: 'About 3 in 4 people with a raised PSA do not have prostate cancer.',
  withCancer: 'About 1 in 4 do.',
  source: 'GOV.UK, advice on the PSA test for people aged 50 and over without symptoms',
  approvedBy: 'Dr Orla Fenwright (sample)',
  approvedOn: '2026-11-02',
}

const resultText = (light: Light, riskGroup: RiskGroup): SourceDocument => ({
  _id: resultTextId(light, riskGroup),
  _type: 'resultText',
  sentence: TEXTS[light].sentence,
  meaning: text(TEXTS[light].meaning),
  nextStep: text(TEXTS[light].nextStep[riskGroup]),
  ...(light === 'red' ? { chance: CHANCE } : {}),
})

export const resultTexts = LIGHTS.flatMap((light) =>
  RISK_GROUPS.map((riskGroup) => resultText(light, riskGroup)),
)
