import { FIELD_REQUIRED } from '#core/texts/common.ts'

/** The version stored with every consent (CONS-05); any change of the text below needs a new one. */
export const CONSENT_VERSION = '1.0'

/** How many years a consent covers screening at first (CONS-01). */
export const CONSENT_YEARS = 3

/** The text shown before the consent (CONS-01), in order; one entry per paragraph. */
export const CONSENT_TEXT = {
  title: 'INDIVIDUAL CONSENT TO PSA TESTING',
  project: 'Prostate screening project: a PSA blood test for men aged 40 to 80',
  background: [
    'What the test is. PSA (prostate specific antigen) is a protein made by the prostate gland, and a little of it is always in the blood. We take one small sample of blood from your arm. A laboratory measures how much PSA it holds. A raised level can be an early sign of prostate cancer, often years before a man notices anything.',
    'What it may do for you. Prostate cancer that is found early can usually be treated well. A normal result tells you when to test again, and several results over the years show whether your level is changing.',
    'What it cannot do. The PSA test does not say whether you have cancer. About three in four men with a raised level turn out not to have it: a larger prostate, an infection, a recent ejaculation, hard exercise such as cycling, or a recent procedure can all raise PSA. About one in seven men with a normal level may have prostate cancer all the same. If you notice problems with passing urine, blood in your urine, or new bone pain, see your GP whatever this test says.',
    'What a raised result can lead to. Your GP may offer another test, a scan (MRI) and perhaps a biopsy. Scans and biopsies have risks of their own, such as bleeding or infection. Some cancers found this way grow so slowly that they would never have done harm, and their treatment can cause lasting trouble with erections, urine or the bowel. Whether the test is right for you is your choice. You may talk to your GP first.',
    'Before the test. Please wait if you have had an infection of the urine or a biopsy in the last six weeks, or have ejaculated or exercised hard in the last 48 hours. Tell us about finasteride (Proscar, Propecia) and dutasteride (Avodart, Combodart), because they roughly halve the level that is measured.',
    'Your result. Each result is given as green, amber or red. Green is normal: test again in one, two or three years, by your risk. Amber is slightly raised: repeat the test in three months. Red is significantly raised: see your GP, and take the result with you. You read your result on this website after signing in. We do not send it to your NHS GP; passing it on, and acting on it, is up to you.',
    'Your sample. It is labelled with the details the laboratory needs to know it is yours, tested for PSA only, and destroyed by the laboratory once its checks are complete. It is not used for genetic tests or for research, and it is never sold.',
    `How long this consent lasts. It covers screening for ${CONSENT_YEARS} years at first, counted from the date of the test you are booking. Men at low risk are asked to test again every three years, men at high risk every year for three years. We ask for your consent again after that, or earlier if this text changes. You can withdraw at any time, before or after the test, without giving a reason; tell us by the contact details on this website. Withdrawing does not affect any other care you receive.`,
  ],
  gdpr: [
    'Who is responsible. The charity named at the top of this website decides how your information is used (it is the controller under the UK General Data Protection Regulation and the Data Protection Act 2018). Its contact details are at the foot of every page and in the privacy policy.',
    'What we hold. Your name, date of birth, address, telephone number, email address, ethnicity, occupation and NHS number, as far as you gave them; your answers on this form; your appointments; and your results.',
    'Why, and on what ground. We use it to book and carry out your test and to give you your result. The ground is your explicit consent (Articles 6(1)(a) and 9(2)(a) of the UK GDPR). We also publish figures about the whole programme from which nobody can be recognised.',
    'Who sees it. The staff and clinicians of the screening project; the laboratory that tests your sample; and the companies that run this website, its email and its card payments for us, under contract and on our instructions only. If any of them works outside the United Kingdom, the safeguards that UK law asks for apply. Nobody else sees it, unless you ask us to share it or the law obliges us. No decision about you is made by a computer alone.',
    'How long. We keep your consent and your results for eight years after your last test with us and then delete them. Your answers on this form and your NHS number are stored encrypted.',
    "Your rights. You may ask for a copy of your information, also in a form you can take elsewhere; have it corrected or erased; have its use restricted; and withdraw your consent at any time. What was done before you withdrew stays lawful. If you are unhappy with how we handle your information, please tell us; you may also complain to the Information Commissioner's Office (ico.org.uk).",
  ],
  statements: {
    terms: `I have read and understood the information above about the PSA test and about my data, I agree to the terms and conditions, and I consent to screening for ${CONSENT_YEARS} years at first.`,
    sample:
      'I consent to a sample of my blood being taken and tested for PSA, and to my information being used for this as described above.',
    disclaimer:
      'I confirm that I am not aware of any current prostatic condition. I understand that men with known or suspected prostate cancer are not screened here.',
    privateGp:
      'Optional: I consent to my details being passed to my private GP. The test does not depend on this.',
  },
} as const

/** How many PSA tests the patient has had, this one included; 5 means the 5th or more (CONS-01). */
export const PSA_TEST_NUMBERS = ['1', '2', '3', '4', '5'] as const

export const PSA_TEST_LABELS: Record<(typeof PSA_TEST_NUMBERS)[number], string> = {
  '1': '1st',
  '2': '2nd',
  '3': '3rd',
  '4': '4th',
  '5': '5th or more',
}

/** The answers about family history (CONS-01). */
export const FAMILY_HISTORY_ANSWERS = ['Yes', 'No', "Don't know"] as const

/** Relatives to choose from for prostate cancer (CONS-01). */
export const PROSTATE_RELATIVES = ['Father', 'Brother', 'Grandfather', 'Uncle'] as const

/** Relatives to choose from for breast or ovarian cancer (CONS-01). */
export const OVARIAN_RELATIVES = ['Mother', 'Sister', 'Grandmother', 'Aunt'] as const

/** The medication choice that excludes every other (CONS-01). */
export const NO_MEDICATION = 'None'

/** The medicines that change a PSA level, and None (CONS-01). */
export const MEDICATIONS = [
  'Proscar/Propecia (Finasteride)',
  'Avodart',
  'Combodart',
  NO_MEDICATION,
] as const

/** An answer about family history; '' until the patient chooses. */
export type FamilyHistory = '' | (typeof FAMILY_HISTORY_ANSWERS)[number]

/** The page about benefits and harms of the test, as the form links it (CONS-06). */
export type ChoicePage = {
  readonly title: string
  readonly path: string
  readonly version: string
}

/** The pages that the form links; `termsPath` is undefined when the charity has published none. */
export type ConsentLinks = { readonly termsPath: string | undefined; readonly choice: ChoicePage }

/** The consent form as filled in (CONS-01), in field order; `privateGp` is never sent. */
export type ConsentAnswers = {
  numberOfPsaTest: '' | (typeof PSA_TEST_NUMBERS)[number]
  familyHistoryProstateCancer: FamilyHistory
  familyMemberWithProstateCancer: string[]
  additionalProstateCancerDetails: string
  familyHistoryBreastOvarianCancer: FamilyHistory
  familyMemberWithOvarianCancer: string[]
  motherSideDetails: string
  medicationHistory: string[]
  termsAndConditions: boolean
  sampleConsent: boolean
  disclaimer: boolean
  /** The version of the page about benefits and harms that the patient has read; '' for none (CONS-06). */
  choiceVersion: string
  privateGp: boolean
}

/** A question's label and its choices in order; no choices means free text. */
export type ConsentQuestion = { label: string; options: readonly string[] }

type QuestionField = Exclude<
  keyof ConsentAnswers,
  'termsAndConditions' | 'sampleConsent' | 'disclaimer' | 'choiceVersion' | 'privateGp'
>

/** Every question by its field, in field order (CONS-01). */
export const CONSENT_QUESTIONS: Record<QuestionField, ConsentQuestion> = {
  numberOfPsaTest: {
    label: 'Counting this one, how many PSA tests have you had?',
    options: PSA_TEST_NUMBERS,
  },
  familyHistoryProstateCancer: {
    label: "Has anyone on your father's side of the family had prostate cancer?",
    options: FAMILY_HISTORY_ANSWERS,
  },
  familyMemberWithProstateCancer: {
    label: 'Which relatives had prostate cancer? Choose all that apply.',
    options: PROSTATE_RELATIVES,
  },
  additionalProstateCancerDetails: {
    label: 'Anything else about prostate cancer in your family',
    options: [],
  },
  familyHistoryBreastOvarianCancer: {
    label: "Has anyone on your mother's side of the family had breast or ovarian cancer?",
    options: FAMILY_HISTORY_ANSWERS,
  },
  familyMemberWithOvarianCancer: {
    label: 'Which relatives had breast or ovarian cancer? Choose all that apply.',
    options: OVARIAN_RELATIVES,
  },
  motherSideDetails: {
    label: "Anything else about breast or ovarian cancer on your mother's side",
    options: [],
  },
  medicationHistory: {
    label: 'Do you take, or have you taken in the last six months, any of these medicines?',
    options: MEDICATIONS,
  },
}

/** The whole consent text as one string, one paragraph per line; the server stores its hash beside the version (CONS-05). */
export const CONSENT_CANONICAL: string = [
  CONSENT_TEXT.title,
  CONSENT_TEXT.project,
  ...CONSENT_TEXT.background,
  ...CONSENT_TEXT.gdpr,
  ...Object.values(CONSENT_QUESTIONS).map(({ label, options }) => [label, ...options].join(' | ')),
  ...Object.values(CONSENT_TEXT.statements),
].join('\n')

export const EMPTY_CONSENT: ConsentAnswers = {
  numberOfPsaTest: '',
  familyHistoryProstateCancer: '',
  familyMemberWithProstateCancer: [],
  additionalProstateCancerDetails: '',
  familyHistoryBreastOvarianCancer: '',
  familyMemberWithOvarianCancer: [],
  motherSideDetails: '',
  medicationHistory: [],
  termsAndConditions: false,
  sampleConsent: false,
  disclaimer: false,
  choiceVersion: '',
  privateGp: false,
}

export type ConsentFault = { field: keyof ConsentAnswers; message: string }

const WHICH_RELATIVES = 'Please specify which relative(s) or provide additional details.'

const TICKS = [
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
] as const

function lacksRelatives(history: FamilyHistory, relatives: string[], details: string): boolean {
  return history === 'Yes' && relatives.length === 0 && details.trim() === ''
}

/** The errors in field order (CONS-02); the first is also shown as a notice. Empty when the form may be sent. */
export function checkConsent(answers: ConsentAnswers): ConsentFault[] {
  const faults: ConsentFault[] = []
  const fault = (field: keyof ConsentAnswers, message: string, isFaulty: boolean): void => {
    if (isFaulty) faults.push({ field, message })
  }
  const prostate = answers.familyHistoryProstateCancer
  const ovarian = answers.familyHistoryBreastOvarianCancer
  fault('numberOfPsaTest', FIELD_REQUIRED, answers.numberOfPsaTest === '')
  fault('familyHistoryProstateCancer', FIELD_REQUIRED, prostate === '')
  fault(
    'familyMemberWithProstateCancer',
    WHICH_RELATIVES,
    lacksRelatives(
      prostate,
      answers.familyMemberWithProstateCancer,
      answers.additionalProstateCancerDetails,
    ),
  )
  fault('familyHistoryBreastOvarianCancer', FIELD_REQUIRED, ovarian === '')
  fault(
    'familyMemberWithOvarianCancer',
    WHICH_RELATIVES,
    lacksRelatives(ovarian, answers.familyMemberWithOvarianCancer, answers.motherSideDetails),
  )
  fault('medicationHistory', FIELD_REQUIRED, answers.medicationHistory.length === 0)
  for (const [field, message] of TICKS) fault(field, message, !answers[field])
  return faults
}

/** The medicines chosen after a click on one: it is added or removed, and None excludes the others (CONS-01); in the order of the list. */
export function toggleMedication(current: readonly string[], choice: string): string[] {
  if (current.includes(choice)) return current.filter((one) => one !== choice)
  if (choice === NO_MEDICATION) return [NO_MEDICATION]
  const chosen = new Set([...current, choice])
  return MEDICATIONS.filter((one) => one !== NO_MEDICATION && chosen.has(one))
}
