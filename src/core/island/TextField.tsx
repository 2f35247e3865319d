import type { HTMLAttributes } from 'react'
import { controlProps, Field, type FieldProps } from '#core/island/Field.tsx'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  type?: 'text' | 'email' | 'tel' | 'search'
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoCapitalize?: 'none' | 'words'
  /** Width in characters; default: the full column. */
  width?: 2 | 4 | 10 | 20
  /** Renders a text area with this many lines. */
  rows?: number
  placeholder?: string
  maxLength?: number
  readOnly?: boolean
  disabled?: boolean
}

export function TextField({ value, onChange, width, rows, type = 'text', ...props }: Props) {
  const shared = {
    ...controlProps(props),
    autoComplete: props.autoComplete,
    autoCapitalize: props.autoCapitalize,
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    readOnly: props.readOnly,
    disabled: props.disabled,
    value,
  }
  return (
    <Field {...props}>
      {rows === undefined ? (
        <input
          {...shared}
          type={type}
          inputMode={props.inputMode}
          className={width ? `input input--${width}` : 'input'}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea
          {...shared}
          rows={rows}
          className="input textarea"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
