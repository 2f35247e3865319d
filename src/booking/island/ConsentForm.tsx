import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { ConsentQuestions } from '#booking/island/ConsentQuestions.tsx'
import { ConsentText } from '#booking/island/ConsentText.tsx'
import { CONSENT_QUESTIONS, CONSENT_TEXT, type ConsentLinks } from '#booking/rules/consent.ts'
import { consentForm } from '#booking/store/consent.ts'
import { Button } from '#core/island/Button.tsx'
import { Checkbox } from '#core/island/Checkbox.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { CONSENT_REQUIRED_TITLE } from '#events/texts/place-refusals.ts'

type Props = {
  submitLabel?: string
  /** Validates and sends, both in the page's store. */
  onSubmit: () => void
  busy: boolean
  links: ConsentLinks
  /** What is booked and the result of the last sending, shown above the button. */
  children?: ReactNode
}

/** 'INDIVIDUAL CONSENT TO PSA TESTING' (CONS-01, CONS-02); also for /test-consent. */
export function ConsentForm({ submitLabel = 'Continue', onSubmit, busy, links, children }: Props) {
  const errors = useStore(consentForm.$errors)
  const { attempt } = useStore(consentForm.$submission)
  return (
    <div className="stack stack--l">
      <div className="stack stack--s">
        <h2>{CONSENT_TEXT.title}</h2>
        <p className="lead">{CONSENT_TEXT.project}</p>
      </div>
      <ConsentText />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <fieldset className="form">
          <legend className="visually-hidden">Your answers and your consent</legend>
          <ErrorSummary
            title={CONSENT_REQUIRED_TITLE}
            errors={summaryOf(errors)}
            attempt={attempt}
          />
          <ConsentQuestions />
          <Statements {...links} />
          {children}
          <div className="button-group">
            <Button type="submit" kind="action" busy={busy}>
              {submitLabel}
            </Button>
          </div>
        </fieldset>
      </form>
    </div>
  )
}

/** In a list 'This field is required.' needs its question before it. */
function summaryOf(errors: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const questions: Readonly<Record<string, { label: string }>> = CONSENT_QUESTIONS
  return Object.fromEntries(
    Object.entries(errors).map(([field, message = '']) => {
      const question = questions[field]?.label
      return [field, question === undefined ? message : `${question} ${message}`]
    }),
  )
}

const STATEMENTS = [
  ['termsAndConditions', CONSENT_TEXT.statements.terms],
  ['sampleConsent', CONSENT_TEXT.statements.sample],
  ['disclaimer', CONSENT_TEXT.statements.disclaimer],
] as const

/** Required boxes, and the private GP, which is optional and never sent. */
function Statements({ termsPath, choice }: ConsentLinks) {
  const values = useStore(consentForm.$values)
  const errors = useStore(consentForm.$errors)
  return (
    <>
      <h3>Your consent</h3>
      {STATEMENTS.map(([field, label]) => (
        <Checkbox
          key={field}
          name={field}
          label={label}
          checked={values[field]}
          error={errors[field]}
          onChange={(checked) => consentForm.set(field, checked)}
        />
      ))}
      <ChoiceRead {...choice} />
      <Checkbox
        name="privateGp"
        label={CONSENT_TEXT.statements.privateGp}
        checked={values.privateGp}
        error={errors.privateGp}
        onChange={(checked) => consentForm.set('privateGp', checked)}
      />
      {termsPath !== undefined && (
        <p>
          What you agree to: <a href={termsPath}>terms and conditions</a>.
        </p>
      )}
      <p>
        How we treat your information: <a href="/privacy-policy">privacy policy</a>. Cancelling and
        refunds: <a href="/refund-policy">refund policy</a>.
      </p>
    </>
  )
}

/** Confirms the version of the page that this form links (CONS-06). */
function ChoiceRead({ title, path, version }: ConsentLinks['choice']) {
  const { choiceVersion } = useStore(consentForm.$values)
  const errors = useStore(consentForm.$errors)

  // Answers that the tab has kept may confirm an earlier version.
  useEffect(() => {
    if (choiceVersion !== '' && choiceVersion !== version) consentForm.set('choiceVersion', '')
  }, [choiceVersion, version])

  return (
    <>
      <p>
        Benefits and harms in numbers: <a href={path}>{title}</a>
      </p>
      <Checkbox
        name="choiceVersion"
        label={`I have read “${title}”.`}
        checked={choiceVersion === version}
        error={errors.choiceVersion}
        onChange={(checked) => consentForm.set('choiceVersion', checked ? version : '')}
      />
    </>
  )
}
