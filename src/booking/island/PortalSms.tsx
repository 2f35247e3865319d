import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import {
  $smsChoice,
  chooseSms,
  loadSmsChoice,
  type SmsChoice,
  type StoredChoice,
} from '#booking/store/sms.ts'
import { SMS_TEXTS } from '#booking/texts/reminders.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatShortInstant } from '#core/rules/time.ts'

/** The patient's choice about text messages (REM-02). Without a provider only a patient who wanted them sees it, to stop them. */
export function PortalSms() {
  const choice = useStore($smsChoice)

  useEffect(() => {
    void loadSmsChoice()
  }, [])

  if (choice.state === 'loaded' && !choice.choice.available && !choice.choice.wants) return null
  return (
    <section className="card" aria-labelledby="text-messages">
      <h2 className="card__title" id="text-messages">
        {SMS_TEXTS.title}
      </h2>
      {choice.state === 'loading' && <Spinner />}
      {choice.state === 'failed' && (
        <>
          <p className="field__error" role="alert">
            {SMS_TEXTS.failed}
          </p>
          <Button kind="secondary" small onClick={() => void loadSmsChoice()}>
            Try again
          </Button>
        </>
      )}
      {choice.state === 'loaded' && <Choice {...choice} />}
    </section>
  )
}

function Choice({ choice, step, failure }: Extract<SmsChoice, { state: 'loaded' }>) {
  const canChange = choice.wants || (choice.available && choice.has_mobile)
  return (
    <>
      <p>{choice.available ? SMS_TEXTS.about : SMS_TEXTS.off}</p>
      <State choice={choice} />
      {failure !== undefined && (
        <Notice title={SMS_TEXTS.failedTitle} kind="error" live="alert">
          <p>{failure}</p>
        </Notice>
      )}
      {canChange && (
        <p>
          <Button
            kind="secondary"
            small
            busy={step === 'sending'}
            onClick={() => void chooseSms(!choice.wants)}
          >
            {choice.wants ? SMS_TEXTS.stop : SMS_TEXTS.start}
          </Button>
        </p>
      )}
      <p role="status">{step === 'saved' && SMS_TEXTS.saved}</p>
    </>
  )
}

/** The choice, its date, and why no text message can be sent. */
function State({ choice }: { choice: StoredChoice }) {
  const { chosen_at: at, wants, has_mobile: hasMobile } = choice
  return (
    <>
      <p>
        <span>{wants ? SMS_TEXTS.on : SMS_TEXTS.none}</span>{' '}
        {at !== null && (
          <span className="muted">
            Chosen on{' '}
            <time className="tabular" dateTime={at}>
              {formatShortInstant(new Date(at))}
            </time>
          </span>
        )}
      </p>
      {wants && <p>{SMS_TEXTS.noReply}</p>}
      {!hasMobile && <p>{SMS_TEXTS.noMobile}</p>}
    </>
  )
}
