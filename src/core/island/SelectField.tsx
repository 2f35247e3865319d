import { controlProps, Field, type FieldProps } from '#core/island/Field.tsx'
import { type Option, optionOf } from '#core/island/option.ts'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  options: readonly Option[]
  /** An empty first choice; none by default. */
  placeholder?: string
  autoComplete?: string
}

export function SelectField({ value, onChange, options, placeholder, ...props }: Props) {
  return (
    <Field {...props}>
      <select
        {...controlProps(props)}
        className="input select"
        autoComplete={props.autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(optionOf).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
