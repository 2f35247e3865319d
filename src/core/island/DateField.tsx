import { useState } from 'react'
import { FieldGroup, type FieldProps } from '#core/island/Field.tsx'

/** The contents of the three boxes of a date. */
type DateParts = { day: string; month: string; year: string }

/** Keeps letters and digits only: a hyphen is the separator. */
const cleanPart = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** `1962-03-27` when the parts are numbers, else the parts as typed (`1962--27`); '' when all are empty. */
function joinDate({ day, month, year }: DateParts): string {
  if (`${day}${month}${year}` === '') return ''
  const isWhole = /^\d{4}$/.test(year) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day)
  return isWhole
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : `${year}-${month}-${day}`
}

function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

const BOXES = [
  { part: 'day', label: 'Day', length: 2 },
  { part: 'month', label: 'Month', length: 2 },
  { part: 'year', label: 'Year', length: 4 },
] as const

type Props = FieldProps & {
  /** 'YYYY-MM-DD', or the parts typed so far; '' when empty. */
  value: string
  onChange: (value: string) => void
  /** The date is the user's own birth date: enables autofill. */
  isBirthday?: boolean
  /** Called on focus or click in any of the boxes. */
  onEnter?: () => void
}

export function DateField({ value, onChange, isBirthday, onEnter, ...props }: Props) {
  const [typed, setTyped] = useState(() => splitDate(value))
  // '3' stays '3' while typing, although the value has '03'; a value set from outside replaces it.
  const parts = joinDate(typed) === value ? typed : splitDate(value)
  const change = (part: keyof DateParts, text: string) => {
    const next = { ...parts, [part]: cleanPart(text) }
    setTyped(next)
    onChange(joinDate(next))
  }
  return (
    <FieldGroup {...props}>
      <div className="date-fields">
        {BOXES.map(({ part, label, length }, index) => {
          const id = index === 0 ? props.name : `${props.name}-${part}`
          return (
            <div key={part}>
              <label className="field__sublabel" htmlFor={id}>
                {label}
              </label>
              <input
                className={`input input--${length}`}
                id={id}
                name={`${props.name}-${part}`}
                type="text"
                inputMode="numeric"
                maxLength={length}
                autoComplete={isBirthday ? `bday-${part}` : 'off'}
                aria-invalid={props.error ? true : undefined}
                value={parts[part]}
                onChange={(event) => change(part, event.target.value)}
                onFocus={onEnter}
                onClick={onEnter}
              />
            </div>
          )
        })}
      </div>
    </FieldGroup>
  )
}
