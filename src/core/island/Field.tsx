import type { ReactNode } from 'react'

/** Properties of every field. `name` is also the id of its control, so that an error summary can link to it. */
export type FieldProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Says "(optional)" in the label. */
  optional?: boolean
}

/** The attributes that connect a control with its label, hint and error. */
export function controlProps({ name, hint, error }: FieldProps) {
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return {
    id: name,
    name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
  }
}

export function LabelText({ label, optional }: Pick<FieldProps, 'label' | 'optional'>) {
  if (!optional) return label
  return (
    <>
      {label} <span className="field__optional">(optional)</span>
    </>
  )
}

export function HintAndError({ name, hint, error }: Pick<FieldProps, 'name' | 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p className="field__hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${name}-error`}>
          <span className="visually-hidden">Error: </span>
          <span>{error}</span>
        </p>
      )}
    </>
  )
}

/** Label, hint and error around one control. */
export function Field({ children, ...props }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={props.name}>
        <LabelText {...props} />
      </label>
      <HintAndError {...props} />
      {children}
    </div>
  )
}

/** Legend, hint and error around several controls of one question. */
export function FieldGroup({ children, ...props }: FieldProps & { children: ReactNode }) {
  const described = controlProps(props)['aria-describedby']
  return (
    <fieldset className="field" aria-describedby={described}>
      <legend className="field__label">
        <LabelText {...props} />
      </legend>
      <HintAndError {...props} />
      {children}
    </fieldset>
  )
}
