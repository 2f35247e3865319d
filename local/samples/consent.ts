/** Complete answers to the consent form, as the API takes them. The version is accepted where the site has no build. */
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
  choiceVersion: '0'.repeat(16),
}
