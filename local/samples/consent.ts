/** Complete answers to the consent form, as the API takes them. */
export const SAMPLE_ANSWERS = {
  numberOfPsaTest: '1',
  familyHistoryProstateCancer: 'No',
  familyMemberWithProstateCancer: [],
  additionalProstateCancerDetails: '',
  familyHistoryBreastOvarianCancer: "Don't know",
  familyMemberWithOvarianCancer: [],
  motherSideDetails: '',
  medicationHistory: ['None'],
  termsAndConditions: true,
  sampleConsent: true,
  disclaimer: true,
}
