import type { MouseEvent, ReactNode } from 'react'

type Props = {
  children: ReactNode
  type?: 'button' | 'submit'
  /** 'action' is for BOOK AN EVENT and the step that goes on with a booking, nothing else. */
  kind?: 'action' | 'secondary' | 'quiet'
  small?: boolean
  wide?: boolean
  /** Something is on its way: a spinner, and neither click nor Enter counts. The button keeps its focus. */
  busy?: boolean
  /** Words while busy; the button's own when not given. */
  busyText?: string
  disabled?: boolean
  onClick?: () => void
}

export function Button({ children, type = 'button', busy = false, ...props }: Props) {
  const className = [
    'button',
    props.kind && `button--${props.kind}`,
    props.small && 'button--small',
    props.wide && 'button--wide',
  ]
  const click = (event: MouseEvent) => {
    // Enter in a field arrives here too, as a click on the form's submit button.
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
      {busy ? (props.busyText ?? children) : children}
    </button>
  )
}
