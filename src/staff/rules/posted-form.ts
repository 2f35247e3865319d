import { asTyped, textFault } from '#core/rules/character-limits.ts'

/** What a form sent, by the names of its fields. */
export type PostedForm = {
  /** The last value of a name; '' when the form has none. */
  text(name: string): string
  /** Every value of a name, such as those of check boxes. */
  list(name: string): readonly string[]
  /** The last value of each name: the page shows again what was typed. */
  readonly values: Readonly<Record<string, string>>
}

/** A form as the page shows it: what was typed, and a message per field with a fault. */
export type FormState = {
  readonly values: Readonly<Record<string, string>>
  readonly faults: Readonly<Record<string, string>>
}

/** The form of a POST; undefined for a GET. The listener has checked origin, type and length (src/app/http/request-check.ts). */
export async function postedForm(request: Request): Promise<PostedForm | undefined> {
  if (request.method !== 'POST') return undefined
  return formOf(new URLSearchParams(await request.text()))
}

/** The form with these fields. */
export function formOf(fields: URLSearchParams): PostedForm {
  const sent = new URLSearchParams()
  // Postgres takes no NUL in a text.
  fields.forEach((value, name) => {
    sent.append(name, asTyped(value.replaceAll('\0', '')))
  })
  return {
    text: (name) => sent.getAll(name).at(-1) ?? '',
    list: (name) => sent.getAll(name),
    values: Object.fromEntries(sent),
  }
}

/** A fault for each text that is too long or cannot be shown; undefined when there is none. */
export function textFaults(
  { text }: PostedForm,
  most: Readonly<Record<string, number>>,
): Record<string, string> | undefined {
  const faults = Object.entries(most).flatMap(([name, limit]) => {
    const fault = textFault(text(name), limit)
    return fault === undefined ? [] : [[name, fault] as const]
  })
  return faults.length === 0 ? undefined : Object.fromEntries(faults)
}

/** The date in the three boxes of `DateFields.astro`, as `readDay` reads it; '' when all are empty. */
export function typedDate({ text }: PostedForm, name: string): string {
  const parts = [text(name), text(`${name}-month`), text(`${name}-year`)].map((part) => part.trim())
  return parts.every((part) => part === '') ? '' : parts.join('/')
}
