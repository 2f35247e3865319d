import { atom, type ReadableAtom } from 'nanostores'
import { getSmsChoice, type SmsOnWire, setSmsChoice } from '#booking/contract/sms.ts'
import { call } from '#core/contract/call.ts'
import { latestOnly } from '#core/store/latest-only.ts'

export type StoredChoice = SmsOnWire

export type SmsChoice =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | {
      readonly state: 'loaded'
      readonly choice: StoredChoice
      readonly step: 'idle' | 'sending' | 'saved'
      /** Why the last change was not saved. */
      readonly failure?: string
    }

const $current = atom<SmsChoice>({ state: 'loading' })
export const $smsChoice: ReadableAtom<SmsChoice> = $current

const begin = latestOnly()

/** The patient's choice about text messages (REM-02). The response to an outdated request is dropped. */
export async function loadSmsChoice(): Promise<void> {
  const isLatest = begin()
  const answer = await call(getSmsChoice, {})
  if (!isLatest()) return
  if (answer.ok) $current.set({ state: 'loaded', choice: answer.value, step: 'idle' })
  else $current.set({ state: 'failed' })
}

/** Starts or stops text messages. */
export async function chooseSms(wants: boolean): Promise<void> {
  const before = $current.get()
  if (before.state !== 'loaded' || before.step === 'sending') return
  begin()
  const { choice } = before
  $current.set({ state: 'loaded', choice, step: 'sending' })
  const answer = await call(setSmsChoice, { wants })
  if (answer.ok) $current.set({ state: 'loaded', choice: answer.value, step: 'saved' })
  else $current.set({ state: 'loaded', choice, step: 'idle', failure: answer.text })
}
