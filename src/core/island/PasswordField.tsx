import { useState } from 'react'
import { controlProps, Field, type FieldProps } from '#core/island/Field.tsx'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  /** Completes "Show …" and "Hide …" for a screen reader, on a page with two of them. */
  what?: string
}

export function PasswordField({
  value,
  onChange,
  autoComplete,
  what = 'password',
  ...props
}: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...props}>
      <div className="input-group">
        <input
          {...controlProps(props)}
          className="input"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize={isShown ? 'none' : undefined}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          className="button button--secondary"
          type="button"
          aria-controls={props.name}
          onClick={() => setShown(!isShown)}
        >
          <span>{isShown ? 'Hide' : 'Show'}</span>
          <span className="visually-hidden"> {what}</span>
        </button>
      </div>
    </Field>
  )
}
