import type { KeyboardEvent, SyntheticEvent } from 'react'
import { type InputProps, type StringInputProps, set } from 'sanity'
import { ParseErrorsContext } from 'sanity/_singletons'
import { type IsoDate, isIsoInstant, londonParts } from '../src/core/rules/time.ts'
import { typedDay, typedMoment } from '../src/core/rules/typed-day.ts'

/** The form that `schemas/times.ts` gives Sanity's inputs. */
const DAY = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Inputs of a day, and of a day and time. */
export const isDayInput = (props: InputProps): props is StringInputProps =>
  props.schemaType.name === 'date' || props.schemaType.name === 'datetime'

/**
 * Sanity's input reads one form of a day only, and keeps any other beside the value that it publishes. Here days are read as
 * people write them, and what is not a day becomes the value: validation refuses it in our words.
 */
export function DayInput(props: StringInputProps) {
  const take = ({ target, currentTarget }: SyntheticEvent<HTMLElement>) => {
    // Events of the calendar, which is elsewhere in the page, arrive here too.
    if (!(target instanceof HTMLInputElement && currentTarget.contains(target))) return
    const typed = target.value.trim()
    if (typed === '' || typed === props.value || target.readOnly) return
    const shown = inItsForm(typed, props)
    if (shown === undefined) props.onChange(set(typed))
    // Sanity's handler, which follows, reads Sanity's form.
    else setText(target, shown)
  }
  const takeAtEnter = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') take(event)
  }
  return (
    <ParseErrorsContext.Provider value={NO_PARSE_ERRORS}>
      <div onBlurCapture={take} onKeyDownCapture={takeAtEnter}>
        {props.renderDefault(withoutFault(props))}
      </div>
    </ParseErrorsContext.Provider>
  )
}

/** Sanity's own messages about a day, in words of its program. */
const NO_PARSE_ERRORS = { errors: {}, set: () => undefined }

/** Sanity's input of a day and time ends the form when its value is none, and completes a part of one: it gets no value, and shows the text below. */
function withoutFault(props: StringInputProps): StringInputProps {
  const { value, schemaType } = props
  const isSound = value === undefined || isIsoInstant(value)
  if (isSound || schemaType.name === 'date') return props
  const placeholder = `“${value}” is not a day and time`
  return { ...props, value: undefined, schemaType: { ...schemaType, placeholder } }
}

/** What was typed, in the form that Sanity's input reads; undefined when it is not a day. */
function inItsForm(typed: string, { schemaType, path }: StringInputProps): string | undefined {
  if (schemaType.name === 'date') {
    const day = typedDay(typed)
    return day && formatted(day)
  }
  // A day alone is whole: from its first minute, until the last that the list of times has.
  const at = typedMoment(typed, path.at(-1) === 'unpublishAt' ? '23:55' : '00:00')
  if (at === undefined) return undefined
  const { date, time } = londonParts(at)
  return `${formatted(date)} ${time}`
}

const formatted = (day: IsoDate) => DAY.format(new Date(`${day}T00:00:00Z`))

/** React reads the text of an input from the element. */
function setText(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
}
