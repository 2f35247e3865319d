import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  kind?: 'success' | 'warning' | 'error'
  /** For a notice that appears later: 'alert' is read out at once, 'status' at the next pause. */
  live?: 'alert' | 'status'
  children?: ReactNode
}

export function Notice({ title, kind, live, children }: Props) {
  const titleId = useId()
  return (
    <section
      className={kind ? `notice notice--${kind}` : 'notice'}
      role={live}
      aria-labelledby={titleId}
    >
      <h2 className="notice__title" id={titleId}>
        {title}
      </h2>
      {children}
    </section>
  )
}
