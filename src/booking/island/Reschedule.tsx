import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { RescheduleTimes } from '#booking/island/RescheduleTimes.tsx'
import {
  $rescheduling,
  closeReschedule,
  confirmReschedule,
  type Problem,
  type Rescheduling,
} from '#booking/store/reschedule.ts'
import { RESCHEDULE_DIALOG, RESCHEDULED_TEXT } from '#booking/texts/appointments.ts'
import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { formatLongDate } from '#core/rules/time.ts'

type Editing = Extract<Rescheduling, { step: 'choosing' | 'sending' }>

const editingOf = (state: Rescheduling): Editing | undefined =>
  state.step === 'choosing' || state.step === 'sending' ? state : undefined

/** 'Edit Appointment', and the message when the time cannot be changed (APPT-03). */
export function RescheduleDialogs({
  profileId,
  bookingPhone,
}: {
  profileId: number
  bookingPhone: string
}) {
  const state = useStore($rescheduling)
  const open = editingOf(state)
  const refused = state.step === 'refused' ? state : undefined
  const isBusy = open?.step === 'sending'
  return (
    <>
      <Dialog
        isOpen={open !== undefined}
        title={RESCHEDULE_DIALOG.title}
        onClose={closeReschedule}
        actions={
          <>
            <Button kind="secondary" disabled={isBusy} onClick={closeReschedule}>
              {RESCHEDULE_DIALOG.dismiss}
            </Button>
            <Button
              disabled={open?.choice === undefined}
              busy={isBusy}
              onClick={() => void confirmReschedule(profileId)}
            >
              {RESCHEDULE_DIALOG.confirm}
            </Button>
          </>
        }
      >
        {open !== undefined && <Edit open={open} profileId={profileId} />}
      </Dialog>
      <Dialog
        isOpen={refused !== undefined}
        title={refused?.title ?? ''}
        kind="error"
        onClose={closeReschedule}
      >
        <p>{refused?.text}</p>
        {bookingPhone !== '' && (
          <p>
            {HELPLINE_LABEL} <Telephone number={bookingPhone} />
          </p>
        )}
      </Dialog>
    </>
  )
}

function Edit({ open, profileId }: { open: Editing; profileId: number }) {
  const { event_name, appt_date, appt_time } = open.appointment
  return (
    <>
      <p>
        {RESCHEDULE_DIALOG.current}: <strong translate="no">{event_name}</strong>,{' '}
        <time dateTime={open.appointment.starts_at}>
          {formatLongDate(appt_date)}, <span className="tabular">{appt_time}</span>
        </time>
      </p>
      {open.problem !== undefined && <ProblemNotice problem={open.problem} />}
      <RescheduleTimes
        times={open.times}
        choice={open.choice}
        profileId={profileId}
        isBusy={open.step === 'sending'}
      />
    </>
  )
}

/** The times may be long: brings the message into view, which screen readers read out. */
function ProblemNotice({ problem }: { problem: Problem }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem.title !== '') box.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return (
    <div ref={box}>
      <Notice title={problem.title} kind="error" live="alert">
        {problem.text !== undefined && <p>{problem.text}</p>}
      </Notice>
    </div>
  )
}

/** Says on the page that the time was changed, after the modal closed (APPT-03). */
export function RescheduledNotice() {
  const state = useStore($rescheduling)
  if (state.step !== 'moved') return null
  const { event_name, appt_date, appt_time } = state.appointment
  return (
    <Notice title={RESCHEDULED_TEXT} kind="success" live="status">
      <p>
        <strong translate="no">{event_name}</strong>, {formatLongDate(appt_date)},{' '}
        <span className="tabular">{appt_time}</span>
      </p>
    </Notice>
  )
}
