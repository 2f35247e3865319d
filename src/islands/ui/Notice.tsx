import { type ReactNode, useId } from 'react'

type Props = {
  title: string
  kind?: 'success' | 'warning' | 'error'
  /** Read out when it appears: 'alert' at once, 'status' when there is a pause. Not for what stands on the page from the first. */
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
