import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { ResendVerification } from '#account/island/ResendVerification.tsx'
import { Button } from '#core/island/Button.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate, formatShortDate } from '#core/rules/time.ts'
import { NO_REFUND, refundDue } from '#payments/texts/receipt.ts'
import {
  $closing,
  type Closing,
  type ClosingPreview,
  closingForm,
  confirmClosing,
  openClosing,
  shutClosing,
} from '#portal/store/closing.ts'
import {
  CLOSING,
  DELETED_NOW,
  DELETED_OF_ADDRESS,
  DELETED_UNTESTED,
  keptText,
  keptTexts,
} from '#portal/texts/own-data.ts'

type Cancelled = ClosingPreview['cancelled'][number]

/** 'Delete my account': first what happens, then the password, then the deletion (PORT-05). */
export function PortalClosing() {
  const closing = useStore($closing)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<Closing['step']>('shut')

  useEffect(() => {
    const { step } = closing
    const isChanged = (step === 'asking' || step === 'shut') && before.current !== 'shut'
    before.current = step
    if (isChanged) heading.current?.focus()
  }, [closing])

  return (
    <section className="card" aria-labelledby="closing">
      <h2 className="card__title" id="closing" tabIndex={-1} ref={heading}>
        {CLOSING.title}
      </h2>
      {closing.step === 'asking' ? (
        <Question preview={closing.preview} />
      ) : (
        <>
          <p>{CLOSING.intro}</p>
          {closing.step === 'refused' && (
            <p className="field__error" role="alert">
              {closing.text}
            </p>
          )}
          <p>
            <Button
              kind="secondary"
              busy={closing.step === 'loading'}
              onClick={() => void openClosing()}
            >
              {CLOSING.open}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

/** An appointment that ends with the account, and what goes back for it (PAY-08). */
function cancelledText({ event_name, appt_date, appt_time, refund }: Cancelled): string {
  const which = `${event_name}, ${formatLongDate(appt_date)}, ${appt_time}`
  if (refund === null) return which
  const { amount_pence: pence, due_on } = refund
  if (pence === 0) return `${which}. ${NO_REFUND}`
  return `${which}. ${refundDue(formatPounds(pence), formatShortDate(due_on))}`
}

function Question({ preview }: { preview: ClosingPreview }) {
  const { kept_until: keptUntil, address_confirmed: isConfirmed, cancelled } = preview
  const deleted = [
    ...DELETED_NOW,
    ...(isConfirmed ? [DELETED_OF_ADDRESS] : []),
    ...(keptUntil === null ? [DELETED_UNTESTED] : []),
  ]
  const kept = keptTexts({
    keptUntil,
    keepsAddress: !isConfirmed,
    paymentsMade: preview.payments_made,
    paymentsTried: preview.payments_tried,
  })
  return (
    <div className="stack">
      {cancelled.length > 0 && (
        <Points title={CLOSING.cancelled} points={cancelled.map(cancelledText)} />
      )}
      <Points title={CLOSING.now} points={deleted} />
      <Points title={CLOSING.kept} points={kept} />
      {!isConfirmed && <ResendVerification />}
      <p>
        <strong>{CLOSING.final}</strong> {CLOSING.download}{' '}
        <a href="/medical-results">{CLOSING.letters}</a>.
      </p>
      <PasswordForm />
    </div>
  )
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="stack stack--s">
      <h3>{title}</h3>
      <div className="prose">
        <ul>
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function PasswordForm() {
  const values = useStore(closingForm.$values)
  const errors = useStore(closingForm.$errors)
  const submission = useStore(closingForm.$submission)
  const isBusy = submission.step === 'sending' || submission.step === 'done'
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void confirmClosing()
      }}
    >
      <ErrorSummary errors={errors} attempt={submission.attempt} />
      <PasswordField
        name="closingPassword"
        label={CLOSING.password}
        autoComplete="current-password"
        value={values.closingPassword}
        error={errors.closingPassword}
        onChange={(value) => closingForm.set('closingPassword', value)}
      />
      {submission.step === 'failed' && (
        <Notice title={CLOSING.failed} kind="error" live="alert">
          {submission.text !== CLOSING.failed && <p>{submission.text}</p>}
        </Notice>
      )}
      <div className="button-group">
        <Button type="submit" busy={isBusy} busyText={CLOSING.busy}>
          {CLOSING.confirm}
        </Button>
        <Button kind="secondary" disabled={isBusy} onClick={shutClosing}>
          {CLOSING.dismiss}
        </Button>
      </div>
      <PrivacyLink />
    </form>
  )
}

/** After the deletion, in place of the whole page. */
export function AccountClosed({ keptUntil }: { keptUntil: string | null }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="sheet stack">
      <h1 tabIndex={-1} ref={heading}>
        {CLOSING.doneTitle}
      </h1>
      <p>{CLOSING.done}</p>
      {keptUntil !== null && <p>{keptText(keptUntil)[0]}</p>}
      <p>
        <a className="button" href="/">
          Go back home
        </a>
      </p>
    </section>
  )
}
