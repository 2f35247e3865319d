/** Why nothing is recorded at the desk of an event. */
type DeskRefusal = 'event-cancelled' | 'event-closed'
/** Why `lab.attend` binds no tube. */
export type AttendReason =
  | DeskRefusal
  | 'not-booked'
  | 'label-used'
  | 'sample-taken'
  | 'not-event-day'
  | 'in-future'
  | 'wrong-age'
  | 'not-arrived'
  | 'no-consent'
  | 'no-identity'
  | 'no-answers'
  | 'not-tested'
/** Why `lab.miss` marks no appointment. */
export type MissReason = DeskRefusal | 'not-booked' | 'not-over' | 'arrived'
/** Why `lab.take_back` changes nothing. */
export type TakeBackReason = 'not-booked' | 'named-by-laboratory' | 'other-booking' | 'event-closed'
export type CheckInReason =
  | DeskRefusal
  | 'not-event-day'
  | 'not-booked'
  | 'has-outcome'
  | 'identity-failed'
  | 'reason-needed'
export type AnswersReason = DeskRefusal | 'has-outcome' | 'no-identity' | 'no-consent'
export type NotTestedReason = DeskRefusal | 'not-event-day' | 'not-booked' | 'sample-taken'
export type WalkInReason =
  | DeskRefusal
  | 'not-event-day'
  | 'has-appointment'
  | 'wrong-age'
  | 'no-walk-in-place'
export type UndoReason =
  | TakeBackReason
  | 'changed'
  | 'coordinator-needed'
  | 'reason-needed'
  | 'label-differs'
/** Why `lab.take_back_consent` changes nothing. */
export type ConsentBackReason =
  | 'changed'
  | 'event-closed'
  | 'coordinator-needed'
  | 'reason-needed'
  | 'sample-taken'
export type CloseReason =
  | 'event-cancelled'
  | 'not-begun'
  | 'remaining'
  | 'booking-underway'
  | 'tubes-differ'
/** Why a step at the desk is refused. */
export type DeskStepReason =
  | CheckInReason
  | AnswersReason
  | NotTestedReason
  | AttendReason
  | MissReason
  | WalkInReason
  | UndoReason
  | CloseReason
