import { HELPLINE_LABEL } from '#domain/texts/booking.ts'
import { NHS_NUMBER_CALL } from '#domain/texts/nhs-number.ts'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { Notice } from '#islands/ui/Notice.tsx'

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
