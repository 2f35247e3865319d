import { NOT_SHOWN, NOTE_LIMITS, tooLong } from '#core/rules/character-limits.ts'
import type { LineReason } from '#results/rules/desk-line.ts'
import { DESK_REFUSALS } from '#results/texts/desk.ts'

type Field = 'label' | 'time' | 'consent' | 'outcome' | 'reason'

/** What is wrong with a line of the page for an evening on paper, and at which of its fields. */
const FAULTS: Partial<Record<LineReason, readonly [Field, string]>> = {
  'label-wrong': [
    'label',
    'This is not one of our labels, or a character is wrong. Read it again.',
  ],
  'identity-failed': [
    'label',
    'The date of birth or name did not agree at the desk: open the patient. Only a coordinator can confirm the identity.',
  ],
  'label-repeated': ['label', 'This label is typed in another line too.'],
  'label-used': ['label', 'This label is used already. Read it again.'],
  'label-needless': ['label', 'A patient with this outcome has no label. Correct one of the two.'],
  'time-wrong': ['time', 'Type the written time as HH:MM, such as 18:05.'],
  'in-future': ['time', DESK_REFUSALS['in-future']],
  'form-wrong': ['consent', 'Type the number of the signed form: letters, digits, - and /.'],
  'form-used': ['consent', 'This form is recorded for another patient or day. Read it again.'],
  'no-consent': [
    'consent',
    'There is no consent for this day. Type the number of the signed form.',
  ],
  'outcome-wrong': ['outcome', 'Choose the outcome, or type the label of the tube.'],
  'not-over': ['outcome', 'The appointment has not ended. Record the absence after its end.'],
  arrived: ['outcome', 'The patient came. Choose ‘Came, not tested’, and write why.'],
  'no-appointment': ['outcome', 'A walk-in cannot be absent.'],
  'reason-missing': ['reason', 'Write why the patient was not tested.'],
  'reason-long': ['reason', tooLong(NOTE_LIMITS.deskReason)],
  'reason-unshown': ['reason', NOT_SHOWN],
  'not-event-day': ['label', 'The day of the event has not come.'],
  'wrong-age': ['label', 'The patient is not 40 to 80 years old on this day. Ask a coordinator.'],
  'no-birth-date': ['label', 'The birth date of this patient is missing. Ask a coordinator.'],
  'no-laboratory': ['label', 'The event has no laboratory. A coordinator enters it in the event.'],
}

const CHANGED = 'The list has changed since you opened this page. Open it again.'

/** The field of a fault, and its words. */
export function paperFault(reason: LineReason | undefined): readonly [Field, string] {
  const own = reason && FAULTS[reason]
  if (own) return own
  const words: Readonly<Record<string, string>> = DESK_REFUSALS
  return ['label', words[reason ?? ''] ?? CHANGED]
}
