import { useEffect, useId, useRef } from 'react'

type Props = {
  /** The messages by field, in field order; without messages nothing is shown. */
  errors: Readonly<Record<string, string | undefined>>
  /** Counts the refused attempts: each new one moves the focus here. */
  attempt: number
  title?: string
}

function goToField(name: string): void {
  const control = document.getElementById(name)
  const question = control?.closest('fieldset, .field')
  question?.scrollIntoView({ block: 'start' })
  control?.focus({ preventScroll: question !== null })
}

export function ErrorSummary({ errors, attempt, title = 'There is a problem' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const entries = Object.entries(errors).filter(([, text]) => text !== undefined)

  useEffect(() => {
    if (attempt === 0 || box.current === null) return
    // Otherwise a list longer than the window is scrolled to its middle, past a notice before it.
    const top = box.current.closest('form') ?? box.current
    top.scrollIntoView({ block: 'start' })
    box.current.focus({ preventScroll: true })
  }, [attempt])

  if (entries.length === 0) return null
  return (
    <div className="error-summary" role="alert" tabIndex={-1} aria-labelledby={titleId} ref={box}>
      <h2 className="error-summary__title" id={titleId}>
        {title}
      </h2>
      <ul>
        {entries.map(([name, text]) => (
          <li key={name}>
            <a
              href={`#${name}`}
              onClick={(event) => {
                event.preventDefault()
                goToField(name)
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
