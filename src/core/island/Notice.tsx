import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  title: string
  kind?: 'success' | 'warning' | 'error'
  /** For a notice that appears later: 'alert' is read out immediately, 'status' at the next pause. */
  live?: 'alert' | 'status'
  /** For a notice in place of the pressed button: its title takes the focus when it appears. */
  takesFocus?: boolean
  children?: ReactNode
}

export function Notice({ title, kind, live, takesFocus = false, children }: Props) {
  const titleId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <section
      className={kind ? `notice notice--${kind}` : 'notice'}
      role={live}
      aria-labelledby={titleId}
    >
      <h2
        className="notice__title"
        id={titleId}
        tabIndex={takesFocus ? -1 : undefined}
        ref={heading}
      >
        {title}
      </h2>
      {children}
    </section>
  )
}
