import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Button } from '#core/island/Button.tsx'
import { formatLongDate, londonDate } from '#core/rules/time.ts'
import { saveFile } from '#core/store/save-file.ts'
import {
  $actions,
  $printed,
  actionOf,
  confirmRead,
  endPrint,
  loadLetter,
  type ResultOnWire,
  startPrint,
} from '#results/store/results.ts'
import { LETTER_BUTTON, PRINT_BUTTON, READ_BUTTON, readOn } from '#results/texts/results.ts'

type Props = { profileId: number; result: ResultOnWire; what: string }

/** 'I have read this', the letter, and printing; `what` names the result for screen readers. */
export function ResultsActions({ profileId, result, what }: Props) {
  const { result_id: id, read_at: readAt } = result
  const actions = useStore($actions)
  const confirmation = useRef<HTMLParagraphElement>(null)
  const isAsked = useRef(false)
  // The button with the focus is gone then.
  useEffect(() => {
    if (readAt !== null && isAsked.current) confirmation.current?.focus()
  }, [readAt])
  const confirm = () => {
    isAsked.current = true
    void confirmRead(profileId, result)
  }
  const [reading, letter] = [actionOf(actions, 'read', id), actionOf(actions, 'letter', id)]
  const download = async () => {
    const file = await loadLetter(profileId, id)
    if (file !== undefined) saveFile(file, `letter-${result.sample_date}.pdf`)
  }
  const hidden = <span className="visually-hidden">: {what}</span>
  return (
    <div className="stack stack--s">
      {readAt !== null && (
        <p tabIndex={-1} ref={confirmation}>
          {readOn(formatLongDate(londonDate(new Date(readAt))))}
        </p>
      )}
      <div className="button-group">
        {readAt === null && (
          <Button small busy={reading.isBusy} onClick={confirm}>
            {READ_BUTTON}
            {hidden}
          </Button>
        )}
        <Button kind="secondary" small busy={letter.isBusy} onClick={() => void download()}>
          {LETTER_BUTTON}
          {hidden}
        </Button>
        <Button kind="quiet" small onClick={() => startPrint(id)}>
          {PRINT_BUTTON}
          {hidden}
        </Button>
      </div>
      <p className="field__error" role="alert" hidden={`${reading.text}${letter.text}` === ''}>
        {reading.text || letter.text}
      </p>
    </div>
  )
}

/** Opens the print dialog once the page has left out everything but the result. */
export function usePrinting(): string | undefined {
  const printed = useStore($printed)
  useEffect(() => {
    if (printed === undefined) return
    window.addEventListener('afterprint', endPrint, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', endPrint)
  }, [printed])
  return printed
}
