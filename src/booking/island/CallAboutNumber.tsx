import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { Notice } from '#core/island/Notice.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { NHS_NUMBER_CALL } from '#core/texts/nhs-number.ts'

/** Asks a patient to call about the NHS number, in the same words for both patients with one number (NHS-02). */
export function CallAboutNumber({ bookingPhone }: { bookingPhone: string }) {
  return (
    <Notice title={NHS_NUMBER_CALL.title} kind="warning">
      <p>
        {NHS_NUMBER_CALL.text} {HELPLINE_LABEL} <Telephone number={bookingPhone} />
      </p>
    </Notice>
  )
}
