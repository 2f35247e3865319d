import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { Button } from '#core/island/Button.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatLongDate, formatShortDate, londonDate } from '#core/rules/time.ts'
import { $consents, type GivenConsent, loadConsents } from '#portal/store/consents.ts'
import { CONSENTS } from '#portal/texts/own-data.ts'

/** The patient's consents with version, date and answers (PORT-06). */
export function PortalConsents() {
  const list = useStore($consents)

  useEffect(() => {
    void loadConsents()
  }, [])

  return (
    <section className="card" aria-labelledby="consents">
      <h2 className="card__title" id="consents">
        {CONSENTS.title}
      </h2>
      {list.state === 'loading' && <Spinner />}
      {list.state === 'failed' && (
        <>
          <p className="field__error" role="alert">
            {CONSENTS.failed}
          </p>
          <Button kind="secondary" small onClick={() => void loadConsents()}>
            Try again
          </Button>
        </>
      )}
      {list.state === 'loaded' && list.consents.length === 0 && <p>{CONSENTS.none}</p>}
      {list.state === 'loaded' &&
        list.consents.map((consent) => <Consent key={consent.consent_id} consent={consent} />)}
    </section>
  )
}

function Consent({ consent }: { consent: GivenConsent }) {
  const given = londonDate(new Date(consent.agreed_at))
  return (
    <details className="text-version">
      <summary className="text-version__toggle">
        <span>
          For the test on{' '}
          <time dateTime={consent.test_date}>{formatLongDate(consent.test_date)}</time>
        </span>
        {consent.superseded && <span> ({CONSENTS.superseded})</span>}
      </summary>
      <dl className="summary">
        <SummaryRow label="Version of the text">{consent.text_version}</SummaryRow>
        <SummaryRow label="Given on">
          <time className="tabular" dateTime={consent.agreed_at}>
            {formatShortDate(given)}
          </time>
        </SummaryRow>
        {consent.answers?.map(({ question, answer }) => (
          <SummaryRow key={question} label={question}>
            {answer}
          </SummaryRow>
        ))}
      </dl>
      {consent.answers === null && <p className="field__error">{CONSENTS.unreadable}</p>}
    </details>
  )
}
