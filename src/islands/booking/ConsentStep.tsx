import { useStore } from '@nanostores/react'
import { BookingSummary } from '#islands/booking/BookingSummary.tsx'
import { ConsentForm } from '#islands/booking/ConsentForm.tsx'
import { type Contact, Message } from '#islands/booking/Message.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Overlay } from '#islands/ui/Spinner.tsx'
import { changeTime, stopBooking } from '#stores/booking/booking.ts'
import { submitConsent } from '#stores/booking/confirm.ts'
import { consentForm } from '#stores/booking/consent.ts'
import { $hold } from '#stores/booking/hold.ts'
import type { BookingMessage } from '#stores/booking/messages.ts'

type Props = {
  message: BookingMessage | undefined
  contact: Contact
  termsPath: string | undefined
  isConfirming: boolean
}

/** The consent form in place of the booking page; it stays while the booking is confirmed. */
export function ConsentStep({ message, contact, termsPath, isConfirming }: Props) {
  const hold = useStore($hold)
  const submission = useStore(consentForm.$submission)
  const isBusy = isConfirming || submission.step === 'sending'
  return (
    <>
      <div className="button-group">
        <Button kind="quiet" disabled={isBusy} onClick={changeTime}>
          Choose another time
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={() => void stopBooking()}>
          {hold?.isOffer ? 'Stop for now' : 'Stop and give the place back'}
        </Button>
      </div>
      <ConsentForm onSubmit={() => void submitConsent()} busy={isBusy} termsPath={termsPath}>
        <BookingSummary />
        {message !== undefined && <Message message={message} contact={contact} />}
      </ConsentForm>
      {isBusy && (
        <Overlay>{isConfirming ? 'Confirming your booking…' : 'Sending your consent…'}</Overlay>
      )}
    </>
  )
}
