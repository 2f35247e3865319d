import { useStore } from '@nanostores/react'
import { BookingSummary } from '#booking/island/BookingSummary.tsx'
import { ConsentForm } from '#booking/island/ConsentForm.tsx'
import { type Contact, Message } from '#booking/island/Message.tsx'
import type { ConsentLinks } from '#booking/rules/consent.ts'
import { changeTime, stopBooking } from '#booking/store/booking.ts'
import { submitConsent } from '#booking/store/confirm.ts'
import { consentForm } from '#booking/store/consent.ts'
import { $hold } from '#booking/store/hold.ts'
import type { BookingMessage } from '#booking/store/messages.ts'
import { Button } from '#core/island/Button.tsx'
import { Overlay } from '#core/island/Spinner.tsx'

type Props = {
  message: BookingMessage | undefined
  contact: Contact
  links: ConsentLinks
  isConfirming: boolean
}

/** The consent form in place of the booking page; it stays while the booking is confirmed. */
export function ConsentStep({ message, contact, links, isConfirming }: Props) {
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
      <ConsentForm onSubmit={() => void submitConsent()} busy={isBusy} links={links}>
        <BookingSummary />
        {message !== undefined && <Message message={message} contact={contact} />}
      </ConsentForm>
      {isBusy && (
        <Overlay>{isConfirming ? 'Confirming your booking…' : 'Sending your consent…'}</Overlay>
      )}
    </>
  )
}
