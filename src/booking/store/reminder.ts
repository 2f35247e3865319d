import { atom, type ReadableAtom } from 'nanostores'
import {
  confirmAttendance,
  type ReminderOnWire,
  readReminder,
} from '#booking/contract/reminders.ts'
import { call } from '#core/contract/call.ts'
import { LINK_EVENT, takenLink, tokenIn } from '#core/rules/mailed-link.ts'

export type RemindedAppointment = ReminderOnWire

export type Reminder =
  | { readonly step: 'loading' }
  | { readonly step: 'no-token' }
  /** The link is unknown: nothing can be tried again. */
  | { readonly step: 'invalid'; readonly text: string }
  | { readonly step: 'unread'; readonly text: string }
  /** `failure`: why 'I will come' was not saved. */
  | {
      readonly step: 'read'
      readonly appointment: RemindedAppointment
      readonly sending: boolean
      readonly failure?: string
    }

const $current = atom<Reminder>({ step: 'loading' })
export const $reminder: ReadableAtom<Reminder> = $current

/** Of the link that was opened. Kept here: a jump within the page is another entry of the history. */
let token: string | undefined

/** Takes the token of the link that was opened, and reads what it is about. */
export async function openReminderLink(): Promise<void> {
  token = tokenIn(takenLink(history.state)) ?? token
  await readAgain()
}

/** Reads what the link is about; changes nothing (REM-01). */
export async function readAgain(): Promise<void> {
  if (token === undefined) return $current.set({ step: 'no-token' })
  $current.set({ step: 'loading' })
  const answer = await call(readReminder, { token })
  if (answer.ok) $current.set({ step: 'read', appointment: answer.value, sending: false })
  else if (answer.reason === 'link-invalid') $current.set({ step: 'invalid', text: answer.text })
  else $current.set({ step: 'unread', text: answer.text })
}

/** 'I will come'. */
export async function sayIWillCome(): Promise<void> {
  const before = $current.get()
  if (before.step !== 'read' || before.sending || token === undefined) return
  const { appointment } = before
  $current.set({ step: 'read', appointment, sending: true })
  const answer = await call(confirmAttendance, { token })
  if (answer.ok) $current.set({ step: 'read', appointment: answer.value, sending: false })
  // It was cancelled or moved in the meantime: shows what it is now.
  else if (answer.reason === 'not-upcoming') await readAgain()
  else $current.set({ step: 'read', appointment, sending: false, failure: answer.text })
}

/** Follows the link of another mail that is opened in this tab; returns a function that stops it. */
export function watchReminderLink(): () => void {
  const follow = () => void openReminderLink()
  addEventListener(LINK_EVENT, follow)
  follow()
  return () => removeEventListener(LINK_EVENT, follow)
}
