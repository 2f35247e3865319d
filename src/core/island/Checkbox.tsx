import { controlProps, type FieldProps, HintAndError } from '#core/island/Field.tsx'

type Props = Omit<FieldProps, 'optional'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A single checkbox, with its error above it. */
export function Checkbox({ checked, onChange, ...props }: Props) {
  return (
    <div className="field">
      <HintAndError name={props.name} error={props.error} />
      <div className="choice">
        <input
          {...controlProps(props)}
          className="choice__input"
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        <label className="choice__label" htmlFor={props.name}>
          {props.label}
        </label>
        {props.hint && (
          <p className="choice__hint" id={`${props.name}-hint`}>
            {props.hint}
          </p>
        )}
      </div>
    </div>
  )
}
