import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ResendVerification } from '#account/island/ResendVerification.tsx'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { SidePanel } from '#account/island/SidePanel.tsx'
import type { SignedInPatient } from '#account/store/session.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatNhsNumber } from '#core/rules/nhs-number.ts'
import { formatShortDate, londonDate } from '#core/rules/time.ts'
import { usePrinting } from '#results/island/ResultsActions.tsx'
import { ResultsCard } from '#results/island/ResultsCard.tsx'
import { ResultsHistory } from '#results/island/ResultsHistory.tsx'
import type { ShownText } from '#results/island/ResultsMeaning.tsx'
import { $results, loadResults, type ResultItem, watchResults } from '#results/store/results.ts'
import { EMAIL_NOT_VERIFIED, HELPLINE, LETTER_LABELS, NO_RESULTS } from '#results/texts/results.ts'

/** The charity's details at the top of a printed result. */
export type Letterhead = {
  charityName: string
  address: string[]
  charityNumber: string
  medicalPhone: string
  email: string
}

type Props = { product: string; letterhead: Letterhead; texts: readonly ShownText[] }
type Patient = SignedInPatient['profile']

/** /medical-results, for patients only (RES-01 to RES-06). */
export const MedicalResults = island(MedicalResultsPage)

function MedicalResultsPage({ product, ...props }: Props) {
  return (
    <>
      <SessionGate heading="Medical results">
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/medical-results" />
            <div className="portal__main stack stack--l">
              <Results {...props} profile={profile} />
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}

type ResultsProps = Omit<Props, 'product'> & { profile: Patient }

function Results({ letterhead, texts, profile }: ResultsProps) {
  const { profileId, is_verified } = profile
  useEffect(() => watchResults({ profileId, is_verified }), [profileId, is_verified])
  return (
    <section className="stack" aria-labelledby="medical-results">
      <PrintedHead letterhead={letterhead} profile={profile} />
      <h1 id="medical-results">Medical results</h1>
      <List profileId={profileId} texts={texts} medicalPhone={letterhead.medicalPhone} />
    </section>
  )
}

function PrintedHead({ letterhead, profile }: { letterhead: Letterhead; profile: Patient }) {
  const nhsNumber = profile.nhs_number_to_check ? null : profile.nhs_number
  const list = useStore($results)
  const facts = [
    profile.date_of_birth &&
      `${LETTER_LABELS.birthDate}: ${formatShortDate(profile.date_of_birth)}`,
    nhsNumber && `${LETTER_LABELS.nhsNumber}: ${formatNhsNumber(nhsNumber)}`,
    list.state === 'loaded' &&
      `${LETTER_LABELS.readAt}: ${formatShortDate(londonDate(list.readAt))}`,
  ].filter(Boolean)
  // Few lines: a result with everything that can be said of it is one sheet.
  return (
    <div className="print-only">
      <p>
        <strong>{letterhead.charityName}</strong>, {letterhead.address.join(', ')}
        <br />
        Registered charity number {letterhead.charityNumber}. {HELPLINE} {letterhead.medicalPhone},{' '}
        {letterhead.email}
      </p>
      <p>
        Results of {profile.first_name} {profile.last_name}
        <br />
        {facts.join(' · ')}
      </p>
    </div>
  )
}

type ListProps = { profileId: number; texts: readonly ShownText[]; medicalPhone: string }

function List(props: ListProps) {
  const list = useStore($results)
  if (list.state === 'loading') return <Spinner />
  if (list.state === 'not-verified') {
    return (
      <Notice title="Please confirm your email" kind="warning" live="status">
        <p>{EMAIL_NOT_VERIFIED}</p>
        <ResendVerification />
      </Notice>
    )
  }
  if (list.state === 'failed') {
    return (
      <Notice title="We cannot show your results at the moment" kind="error" live="alert">
        <p>{list.text}</p>
        <p>
          <Button kind="secondary" onClick={() => void loadResults(props.profileId)}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  if (list.items.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{NO_RESULTS}</p>
      </div>
    )
  }
  return <Items {...props} items={list.items} />
}

function Items({ items, ...props }: ListProps & { items: readonly ResultItem[] }) {
  const printed = usePrinting()
  return (
    <>
      <ul className="results stack" data-printing={printed === undefined ? undefined : 'one'}>
        {items.map((item, index) => (
          <li
            key={item.result?.result_id ?? index}
            data-printed={item.result?.result_id === printed || undefined}
          >
            <article className="card" aria-labelledby={`result-${index}`}>
              <ResultsCard item={item} headingId={`result-${index}`} {...props} />
            </article>
          </li>
        ))}
      </ul>
      <ResultsHistory items={items} />
    </>
  )
}
