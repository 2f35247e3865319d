import { FieldGroup, type FieldProps } from '#core/island/Field.tsx'
import { choiceId, type Option, optionOf } from '#core/island/option.ts'

type Props = FieldProps & {
  values: readonly string[]
  /** A box was ticked or unticked; the store decides the effect on the others. */
  onToggle: (value: string) => void
  options: readonly Option[]
  inline?: boolean
}

export function CheckboxGroup({ values, onToggle, options, inline, ...props }: Props) {
  return (
    <FieldGroup {...props}>
      <div className={inline ? 'choices choices--inline' : 'choices'}>
        {options.map(optionOf).map((option, index) => {
          const id = choiceId(props.name, index)
          return (
            <div className="choice" key={option.value}>
              <input
                className="choice__input"
                type="checkbox"
                id={id}
                name={props.name}
                value={option.value}
                checked={values.includes(option.value)}
                aria-invalid={props.error ? true : undefined}
                aria-describedby={option.hint ? `${id}-hint` : undefined}
                onChange={() => onToggle(option.value)}
              />
              <label className="choice__label" htmlFor={id}>
                {option.label}
              </label>
              {option.hint && (
                <p className="choice__hint" id={`${id}-hint`}>
                  {option.hint}
                </p>
              )}
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
