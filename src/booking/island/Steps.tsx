export type Stage = 'time' | 'consent' | 'done'
type AnyStage = Stage | 'pay'

const LABELS: Record<AnyStage, string> = {
  time: 'Time',
  consent: 'Consent',
  pay: 'Pay',
  done: 'Done',
}

/** The steps of the booking: time, consent, payment when the event is not free, done. */
export function Steps({ at, isPaid }: { at: AnyStage; isPaid: boolean }) {
  const stages = isPaid
    ? (['time', 'consent', 'pay', 'done'] as const)
    : (['time', 'consent', 'done'] as const)
  const present = (stages as readonly string[]).indexOf(at)
  return (
    <ol className="steps" aria-label="Your booking">
      {stages.map((stage, index) => (
        <li
          className="steps__step"
          key={stage}
          data-state={index < present ? 'done' : undefined}
          aria-current={index === present ? 'step' : undefined}
        >
          <span>{LABELS[stage]}</span>
          {index < present && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}
