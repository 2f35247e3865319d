import { useStore } from '@nanostores/react'
import { type ClipboardEvent, useEffect } from 'react'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import type { SignedInPatient } from '#account/store/session.ts'
import { CallAboutNumber } from '#booking/island/CallAboutNumber.tsx'
import {
  $canConfirm,
  changeNhsNumber,
  confirmNhsNumber,
  leaveNhsNumber,
  type NhsNumberForm,
  nhsNumberForm,
  watchNhsNumber,
} from '#booking/store/nhs-number.ts'
import { Button } from '#core/island/Button.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { controlProps, Field } from '#core/island/Field.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { maskNhsNumber } from '#core/rules/nhs-number.ts'
import { NHS_NUMBER_HINT, NHS_PAGE_TEXTS, storedNumberText } from '#core/texts/nhs-number.ts'

type Profile = SignedInPatient['profile']

/** /check-nhs-number: before the booking of an event whose laboratory needs the number (NHS-01, NHS-02). */
export const CheckNhsNumber = island(CheckNhsNumberPage)

function CheckNhsNumberPage({ bookingPhone }: { bookingPhone: string }) {
  useEffect(watchNhsNumber, [])

  return (
    <>
      <SessionGate heading={NHS_PAGE_TEXTS.heading}>
        {({ profile }) => <Form profile={profile} bookingPhone={bookingPhone} />}
      </SessionGate>
      <SessionWatch />
    </>
  )
}

function Form({ profile, bookingPhone }: { profile: Profile; bookingPhone: string }) {
  const errors = useStore(nhsNumberForm.$errors)
  const submission = useStore(nhsNumberForm.$submission)
  const canConfirm = useStore($canConfirm)
  const isBusy = submission.step === 'sending'
  const isRefused = submission.step === 'refused'
  return (
    <div className="wrap--narrow stack">
      <h1>{NHS_PAGE_TEXTS.heading}</h1>
      <p className="lead">
        {profile.nhs_number === null ? NHS_PAGE_TEXTS.intro : NHS_PAGE_TEXTS.introStored}
      </p>
      {profile.nhs_number !== null && <p>{storedNumberText(maskNhsNumber(profile.nhs_number))}</p>}
      {profile.nhs_number_to_check && <CallAboutNumber bookingPhone={bookingPhone} />}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void confirmNhsNumber(profile)
        }}
      >
        <fieldset className="form">
          <legend className="visually-hidden">{NHS_PAGE_TEXTS.heading}</legend>
          {isRefused && <ErrorSummary errors={errors} attempt={submission.attempt} />}
          <NumberField name="nhs_number" label={NHS_PAGE_TEXTS.number} />
          <NumberField name="confirmation" label={NHS_PAGE_TEXTS.confirmation} />
          <p className="visually-hidden" role="status">
            {errors.nhs_number ?? errors.confirmation}
          </p>
          <TextField
            name="email"
            label={NHS_PAGE_TEXTS.email}
            type="email"
            autoComplete="email"
            value={profile.email}
            readOnly
            onChange={() => {}}
          />
          {submission.step === 'failed' && (
            <Notice title="Your number was not saved" kind="error" live="alert">
              <p>{submission.text}</p>
            </Notice>
          )}
          <div className="button-group">
            <Button type="submit" kind="action" disabled={!(canConfirm || isBusy)} busy={isBusy}>
              {NHS_PAGE_TEXTS.confirm}
            </Button>
          </div>
          <PrivacyLink />
        </fieldset>
      </form>
    </div>
  )
}

/** Copying would repeat a mistake of the first field in the second. */
const block = (event: ClipboardEvent) => event.preventDefault()

function NumberField({ name, label }: { name: keyof NhsNumberForm; label: string }) {
  const values = useStore(nhsNumberForm.$values)
  const errors = useStore(nhsNumberForm.$errors)
  const isBusy = useStore(nhsNumberForm.$submission).step === 'sending'
  const hint =
    name === 'nhs_number'
      ? `${NHS_NUMBER_HINT} ${NHS_PAGE_TEXTS.typeOnly}`
      : NHS_PAGE_TEXTS.typeOnly
  const field = { name, label, hint, error: errors[name] }
  return (
    <Field {...field}>
      <input
        {...controlProps(field)}
        className="input input--20"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        readOnly={isBusy}
        value={values[name]}
        onChange={(event) => changeNhsNumber(name, event.target.value)}
        onBlur={() => leaveNhsNumber(name)}
        onPaste={block}
        onCopy={block}
        onCut={block}
      />
    </Field>
  )
}
