import type { ReactNode } from 'react'
import { displayName } from '#domain/profile-fields.ts'
import { DETAIL_LABELS, PROFILE_CARD_TITLE } from '#domain/texts/portal.ts'
import { formatShortDate } from '#domain/time.ts'
import { NhsNumber } from '#islands/portal/NhsNumber.tsx'
import { SummaryRow } from '#islands/ui/SummaryRow.tsx'
import type { SignedInPatient } from '#stores/account/session.ts'

type Profile = SignedInPatient['profile']
type Props = { profile: Profile }

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

/** The read-only card 'Personal Information' (PORT-02). */
export function PortalDetails({ profile }: Props) {
  return (
    <section className="card" aria-labelledby="personal-information">
      <h2 className="card__title" id="personal-information">
        {PROFILE_CARD_TITLE}
      </h2>
      <dl className="summary">
        {rowsOf(profile)
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <SummaryRow key={label} label={label}>
              {value}
            </SummaryRow>
          ))}
      </dl>
    </section>
  )
}
