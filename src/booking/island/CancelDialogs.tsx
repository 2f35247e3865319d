import { useStore } from '@nanostores/react'
import {
  $cancellation,
  type Cancellation,
  cancel,
  closeCancellation,
  type ListedAppointment,
  refundTold,
} from '#booking/store/appointments.ts'
import { CANCEL_DIALOG, CANCEL_REFUSALS } from '#booking/texts/appointments.ts'
import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { formatShortDate } from '#core/rules/time.ts'
import { REFUND_WAY } from '#payments/texts/cancelling.ts'

type Props = { profileId: number; bookingPhone: string }

/** The confirmation and the result of a cancellation (APPT-02). */
export function CancelDialogs({ profileId, bookingPhone }: Props) {
  const cancellation = useStore($cancellation)
  return (
    <>
      <Question cancellation={cancellation} profileId={profileId} />
      <Outcome cancellation={cancellation} bookingPhone={bookingPhone} />
    </>
  )
}

function Question({ cancellation, profileId }: { cancellation: Cancellation; profileId: number }) {
  const asked =
    cancellation.step === 'asking' || cancellation.step === 'sending'
      ? cancellation.appointment
      : undefined
  const isBusy = cancellation.step === 'sending'
  const isRefundNew = 'isRefundNew' in cancellation && cancellation.isRefundNew
  return (
    <Dialog
      isOpen={asked !== undefined}
      title={CANCEL_DIALOG.title}
      kind="warning"
      onClose={closeCancellation}
      actions={
        <>
          <Button kind="secondary" disabled={isBusy} onClick={closeCancellation}>
            {CANCEL_DIALOG.dismiss}
          </Button>
          <Button busy={isBusy} onClick={() => void cancel(profileId)}>
            {CANCEL_DIALOG.confirm}
          </Button>
        </>
      }
    >
      {isRefundNew && <p role="alert">{CANCEL_REFUSALS['refund-changed'].text}</p>}
      <p>{CANCEL_DIALOG.text}</p>
      {asked !== undefined && (
        <p>
          <strong translate="no">{asked.event_name}</strong>, {formatShortDate(asked.appt_date)},{' '}
          {asked.appt_time}
        </p>
      )}
      {asked?.refund_if_cancelled && <Refund refund={asked.refund_if_cancelled} />}
    </Dialog>
  )
}

/** What comes back, stated before the patient confirms (PAY-08). */
function Refund({ refund }: { refund: NonNullable<ListedAppointment['refund_if_cancelled']> }) {
  const [most, ...others] = refundTold(refund)
  return (
    <>
      <p>
        <strong>{most}</strong>
      </p>
      {[...others, ...(refund.amount_pence > 0 ? [REFUND_WAY] : [])].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </>
  )
}

function Outcome({
  cancellation,
  bookingPhone,
}: {
  cancellation: Cancellation
  bookingPhone: string
}) {
  const over = cancellation.step === 'over' ? cancellation : undefined
  const isBad = over !== undefined && over.kind !== 'done'
  return (
    <Dialog
      isOpen={over !== undefined}
      title={over?.title ?? ''}
      {...(isBad ? { kind: 'error' as const } : {})}
      onClose={closeCancellation}
    >
      <p>{over?.text}</p>
      {isBad && (
        <p>
          {HELPLINE_LABEL} <Telephone number={bookingPhone} />
        </p>
      )}
    </Dialog>
  )
}
