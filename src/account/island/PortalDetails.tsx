import { useStore } from '@nanostores/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ProfileForm } from '#account/island/ProfileForm.tsx'
import { displayName } from '#account/rules/profile-fields.ts'
import { $profileView, openProfile, startEditing } from '#account/store/profile.ts'
import type { SignedInPatient } from '#account/store/session.ts'
import {
  DETAIL_LABELS,
  NHS_NUMBER_UNAVAILABLE,
  PROFILE_CARD_TITLE,
  PROFILE_SAVED,
} from '#account/texts/portal.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatNhsNumber, maskNhsNumber } from '#core/rules/nhs-number.ts'
import { formatShortDate } from '#core/rules/time.ts'

type Profile = SignedInPatient['profile']
type Props = { profile: Profile }

/** Card and form replace each other: moves the focus to the new heading. */
function useFocusOnChange(frame: RefObject<HTMLElement | null>, step: string): void {
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    frame.current?.querySelector<HTMLElement>('#personal-information')?.focus()
  }, [frame, step])
}

/** The patient's own details: the card, or the form in its place (PORT-02). */
export function PortalDetails({ profile }: Props) {
  const view = useStore($profileView)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(openProfile, [])
  useFocusOnChange(frame, view.step)
  return (
    <div className="stack stack--s" ref={frame}>
      {view.step === 'reading' && view.isSaved && (
        <Notice title={PROFILE_SAVED} kind="success" live="status" />
      )}
      {view.step === 'editing' ? <ProfileForm profile={profile} /> : <Card profile={profile} />}
    </div>
  )
}

/** What no translation of the page may change. */
const VERBATIM = new Set<string>([
  DETAIL_LABELS.name,
  DETAIL_LABELS.phone,
  DETAIL_LABELS.email,
  DETAIL_LABELS.homeAddress,
  DETAIL_LABELS.billingAddress,
])

/** The rows of the card in their order; a row without a value is left out (PORT-02). */
function rowsOf(profile: Profile): readonly (readonly [label: string, value: ReactNode])[] {
  const { date_of_birth: born } = profile
  const hasNumber = profile.nhs_number !== null || profile.nhs_number_unavailable
  return [
    [DETAIL_LABELS.name, displayName(profile.first_name, profile.last_name)],
    [DETAIL_LABELS.gender, profile.gender],
    [
      DETAIL_LABELS.dateOfBirth,
      born && (
        <time className="tabular" dateTime={born}>
          {formatShortDate(born)}
        </time>
      ),
    ],
    [DETAIL_LABELS.ethnicity, profile.ethnicity],
    [DETAIL_LABELS.occupation, profile.occupation],
    [DETAIL_LABELS.phone, profile.phone],
    [DETAIL_LABELS.email, profile.email],
    [DETAIL_LABELS.homeAddress, profile.home_address],
    [DETAIL_LABELS.billingAddress, profile.billing_address],
    [DETAIL_LABELS.nhsNumber, hasNumber && <NhsNumber digits={profile.nhs_number} />],
  ]
}

function Card({ profile }: Props) {
  return (
    <section className="card" aria-labelledby="personal-information">
      <h2 className="card__title" id="personal-information" tabIndex={-1}>
        {PROFILE_CARD_TITLE}
      </h2>
      <dl className="summary">
        {rowsOf(profile)
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <SummaryRow key={label} label={label} isVerbatim={VERBATIM.has(label)}>
              {value}
            </SummaryRow>
          ))}
      </dl>
      <div className="card__foot">
        <Button kind="secondary" onClick={startEditing}>
          Edit<span className="visually-hidden"> personal information</span>
        </Button>
      </div>
    </section>
  )
}

/** The patient's own NHS number, masked until they ask to see it. `digits` is null when the server cannot read it. */
function NhsNumber({ digits }: { digits: string | null }) {
  const [isShown, setShown] = useState(false)
  if (digits === null) return NHS_NUMBER_UNAVAILABLE
  return (
    <span className="cluster">
      <span className="tabular" aria-live="polite" translate="no">
        {isShown ? formatNhsNumber(digits) : maskNhsNumber(digits)}
      </span>
      <button className="button button--quiet" type="button" onClick={() => setShown(!isShown)}>
        <span>{isShown ? 'Hide' : 'Show'}</span>
        <span className="visually-hidden"> NHS number</span>
      </button>
    </span>
  )
}
