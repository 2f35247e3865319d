import { useStore } from '@nanostores/react'
import type { MouseEvent, ReactNode } from 'react'
import { $isWaitingForTurn } from '#core/store/busy.ts'
import { TRYING_AGAIN } from '#core/texts/failures.ts'

type Props = {
  children: ReactNode
  type?: 'button' | 'submit'
  /** 'action' is only for BOOK AN EVENT and the buttons that continue a booking. */
  kind?: 'action' | 'secondary' | 'quiet'
  small?: boolean
  wide?: boolean
  /** A request is running: shows a spinner and ignores click and Enter. The button keeps its focus. */
  busy?: boolean
  /** Label while busy; default: the button's own. */
  busyText?: string
  disabled?: boolean
  onClick?: () => void
}

export function Button({ children, type = 'button', busy = false, ...props }: Props) {
  const isWaiting = useStore($isWaitingForTurn)
  const busyText = isWaiting ? TRYING_AGAIN : (props.busyText ?? children)
  const className = [
    'button',
    props.kind && `button--${props.kind}`,
    props.small && 'button--small',
    props.wide && 'button--wide',
  ]
  const click = (event: MouseEvent) => {
    // Enter in a field also arrives here, as a click on the form's submit button.
    if (busy) event.preventDefault()
    else props.onClick?.()
  }
  return (
    <button
      className={className.filter(Boolean).join(' ')}
      type={type}
      disabled={props.disabled}
      aria-disabled={busy || undefined}
      onClick={click}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      <span>{busy ? busyText : children}</span>
    </button>
  )
}
