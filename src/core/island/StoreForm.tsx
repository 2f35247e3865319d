import type { ReactNode } from 'react'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'
import type { Submission } from '#core/store/form.ts'

type Props = {
  /** Names the group of fields for screen readers. */
  legend: string
  /** The messages by field, in field order. */
  errors: Readonly<Record<string, string | undefined>>
  submission: Submission
  onSubmit: () => Promise<void>
  /** Until the island is hydrated: input before that would be lost. */
  disabled?: boolean
  /** The fields. */
  children: ReactNode
  /** Below the fields and the message of a failed sending. */
  actions: ReactNode
}

/** A form of a store (`createForm`), with its error summary and the reason of a failed sending. */
export function StoreForm({
  legend,
  errors,
  submission,
  onSubmit,
  disabled,
  children,
  actions,
}: Props) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <fieldset className="form" disabled={disabled}>
        <legend className="visually-hidden">{legend}</legend>
        <ErrorSummary errors={errors} attempt={submission.attempt} />
        {children}
        {submission.step === 'failed' && (
          <p className="field__error" role="alert">
            {submission.text}
          </p>
        )}
        {actions}
        <PrivacyLink />
      </fieldset>
    </form>
  )
}
