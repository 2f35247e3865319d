import { useStore } from '@nanostores/react'
import { CONSENT_QUESTIONS, type ConsentAnswers, PSA_TEST_LABELS } from '#booking/rules/consent.ts'
import { consentForm, setDetails, toggleMedicine, toggleRelative } from '#booking/store/consent.ts'
import { CheckboxGroup } from '#core/island/CheckboxGroup.tsx'
import { RadioGroup } from '#core/island/RadioGroup.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'

const TEST_NUMBERS = Object.entries(PSA_TEST_LABELS).map(([value, label]) => ({ value, label }))

/** The questions in field order (CONS-01); follow-ups appear with the answer Yes. */
export function ConsentQuestions() {
  const values = useStore(consentForm.$values)
  const errors = useStore(consentForm.$errors)
  return (
    <>
      <h3>About you and your family</h3>
      <RadioGroup
        name="numberOfPsaTest"
        label={CONSENT_QUESTIONS.numberOfPsaTest.label}
        options={TEST_NUMBERS}
        inline
        value={values.numberOfPsaTest}
        error={errors.numberOfPsaTest}
        onChange={(value) =>
          consentForm.set('numberOfPsaTest', value as ConsentAnswers['numberOfPsaTest'])
        }
      />
      <FamilySide
        history="familyHistoryProstateCancer"
        relatives="familyMemberWithProstateCancer"
        details="additionalProstateCancerDetails"
      />
      <FamilySide
        history="familyHistoryBreastOvarianCancer"
        relatives="familyMemberWithOvarianCancer"
        details="motherSideDetails"
      />
      <CheckboxGroup
        name="medicationHistory"
        label={CONSENT_QUESTIONS.medicationHistory.label}
        options={CONSENT_QUESTIONS.medicationHistory.options}
        values={values.medicationHistory}
        error={errors.medicationHistory}
        onToggle={toggleMedicine}
      />
    </>
  )
}

type Side = {
  history: 'familyHistoryProstateCancer' | 'familyHistoryBreastOvarianCancer'
  relatives: 'familyMemberWithProstateCancer' | 'familyMemberWithOvarianCancer'
  details: 'additionalProstateCancerDetails' | 'motherSideDetails'
}

function FamilySide({ history, relatives, details }: Side) {
  const values = useStore(consentForm.$values)
  const errors = useStore(consentForm.$errors)
  return (
    <>
      <RadioGroup
        name={history}
        label={CONSENT_QUESTIONS[history].label}
        options={CONSENT_QUESTIONS[history].options}
        inline
        value={values[history]}
        error={errors[history]}
        onChange={(value) => consentForm.set(history, value as ConsentAnswers[typeof history])}
      />
      {values[history] === 'Yes' && (
        <>
          <CheckboxGroup
            name={relatives}
            label={CONSENT_QUESTIONS[relatives].label}
            options={CONSENT_QUESTIONS[relatives].options}
            inline
            values={values[relatives]}
            error={errors[relatives]}
            onToggle={(relative) => toggleRelative(relatives, relative)}
          />
          <TextField
            name={details}
            label={CONSENT_QUESTIONS[details].label}
            rows={3}
            maxLength={CHARACTER_LIMITS.consentDetails}
            value={values[details]}
            error={errors[details]}
            onChange={(text) => setDetails(details, text)}
          />
        </>
      )}
    </>
  )
}
