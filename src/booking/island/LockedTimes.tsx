import { lockedNote, type SlotGroup } from '#booking/store/slots.ts'

export const LOCKED_ID = 'locked-times'

/** Above times to choose from: which of them cannot be changed or cancelled afterwards (APPT-02, APPT-03). */
export function LockedTimes({ groups }: { groups: readonly SlotGroup[] }) {
  const note = lockedNote(groups)
  if (note === undefined) return null
  return (
    <p className="notice notice--warning" id={LOCKED_ID}>
      {note}
    </p>
  )
}
