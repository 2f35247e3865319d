import { useStore } from '@nanostores/react'
import { ProfileConflicts } from '#account/island/ProfileConflicts.tsx'
import {
  AboutFields,
  BillingAddressFields,
  ContactFields,
  HomeAddressFields,
  NhsNumberField,
} from '#account/island/ProfileFields.tsx'
import { cancelEditing, profileForm, saveProfile } from '#account/store/profile.ts'
import type { SignedInPatient } from '#account/store/session.ts'
import { PROFILE_FORM_TITLE, PROFILE_SAVE_FAILED } from '#account/texts/portal.ts'
import { Button } from '#core/island/Button.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'

type Props = { profile: SignedInPatient['profile'] }

/** 'Edit Personal Information' (PORT-02). */
export function ProfileForm({ profile }: Props) {
  const values = useStore(profileForm.$values)
  const errors = useStore(profileForm.$errors)
  const submission = useStore(profileForm.$submission)
  const isBusy = submission.step === 'sending'
  const field = { values, errors, isBusy }
  return (
    <form
      className="card"
      noValidate
      aria-labelledby="personal-information"
      onSubmit={(event) => {
        event.preventDefault()
        void saveProfile()
      }}
    >
      <h2 className="card__title" id="personal-information" tabIndex={-1}>
        {PROFILE_FORM_TITLE}
      </h2>
      <div className="form">
        <ErrorSummary errors={errors} attempt={submission.attempt} />
        <ProfileConflicts />
        <AboutFields {...field} />
        <ContactFields {...field} email={profile.email} />
        <HomeAddressFields {...field} />
        <BillingAddressFields {...field} />
        <NhsNumberField {...field} profile={profile} />
        {submission.step === 'failed' && (
          <Notice title={PROFILE_SAVE_FAILED.title} kind="error" live="alert">
            <p>{submission.text}</p>
          </Notice>
        )}
        <div className="button-group">
          <Button type="submit" busy={isBusy} busyText="Saving…">
            Save Changes
          </Button>
          <Button kind="secondary" disabled={isBusy} onClick={cancelEditing}>
            Cancel
          </Button>
        </div>
        <PrivacyLink />
      </div>
    </form>
  )
}
