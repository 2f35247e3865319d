import { createHash } from 'node:crypto'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate } from '#core/rules/time.ts'
import { countOf } from '#core/texts/count.ts'
import { EVENT_COLUMNS, type EventColumn } from '#events/server/saving/event-columns.ts'
import { type EventForm, FORM_FIELDS } from '#events/server/saving/event-form.ts'
import { type Fault, placesText } from '#events/server/saving/event-row.ts'
import type { EventPreview } from '#events/server/saving/staff-forms.ts'
import { EVENT_FIELD_NAMES } from '#events/texts/event-fields.ts'

const NAMES: Readonly<Record<EventColumn, string>> = EVENT_FIELD_NAMES
const ORDER = Object.keys(NAMES)

type Fields = ReadonlyMap<EventColumn, string>

/** The values of the form's controls: a day has three. */
export function valuesOf(fields: Fields): Record<string, string> {
  const [day = '', month = '', year = ''] = (fields.get('event_date') ?? '').split('/')
  return {
    ...Object.fromEntries(fields),
    event_date: day,
    'event_date-month': month,
    'event_date-year': year,
  }
}

const isColumn = (word: string): word is EventColumn =>
  (EVENT_COLUMNS as readonly string[]).includes(word)
const COLUMN_NAME = new RegExp(
  `\\b(${EVENT_COLUMNS.filter((column) => column.includes('_')).join('|')})\\b`,
  'g',
)

/** The words of a fault for the page, where fields have labels; a remark in brackets at its end is for files. */
function entryOf(fault: Fault): [field: string, text: string] {
  const words = fault.problem.replace(/ \([^()]*\)$/, '')
  const [first = '', ...rest] = words.split(' ')
  const isNamed = fault.field === 'row' && isColumn(first)
  const field = isNamed ? first : fault.field
  const said = (isNamed ? rest.join(' ') : words)
    .replace(COLUMN_NAME, (column) => `‘${NAMES[column as EventColumn]}’`)
    .replace(/\d{4}-\d\d-\d\d/, formatShortDate)
  if (!isColumn(field)) return ['form', `${said.charAt(0).toUpperCase()}${said.slice(1)}.`]
  const isVerb = /^(?:is|must|needs|has|was|cannot)\b/.test(said)
  return [field, `${NAMES[field]}${isVerb ? '' : ':'} ${said}.`]
}

/** One message for each field, in the order of the page. */
export function pageFaults(faults: readonly Fault[]): Record<string, string> {
  const entries = faults.map(entryOf)
  const first = entries.filter(([field], at) => entries.findIndex(([one]) => one === field) === at)
  return Object.fromEntries(first.sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b)))
}

export type Tick = { readonly value: string; readonly label: string }

/** The unusual prices to confirm, those that are confirmed already included, and the other events that a product's new price changes. */
export function ticksOf(
  { choices }: EventForm,
  faults: readonly Fault[],
): { prices: Tick[]; product: Tick[] } {
  const asks = faults.flatMap(({ ask }) => ask ?? [])
  const asked = asks.flatMap((ask) => ('accepts' in ask ? [ask.accepts] : []))
  const others = asks.flatMap((ask) => ('changesPriceOf' in ask ? [ask.changesPriceOf] : []))
  const isAsked = others.length > 0 || choices.changesProducts
  const also = others[0] ? `. Event ${others[0]} then costs it too` : ''
  return {
    prices: [...new Set([...choices.accepted, ...asked])].map((pence) => ({
      value: String(pence),
      label: `Yes, it costs ${formatPounds(pence)}`,
    })),
    product: isAsked
      ? [{ value: 'yes', label: `Yes, change the price of the product${also}` }]
      : [],
  }
}

/** What a check of the form says. */
export function previewTexts(
  { places, told }: EventPreview,
  total: string,
  isBooked: boolean,
): string[] {
  const offered = total.trim() === '' ? '' : `, of which ${total.trim()} are offered`
  const mails = `${countOf(told, 'booked patient gets', 'booked patients get')} a mail with the new place, contact or end.`
  return [
    ...(places === undefined ? [] : [`${placesText(places)}${offered}`]),
    ...(isBooked ? [told === 0 ? 'No patient gets a mail about this change.' : mails] : []),
  ]
}

const printOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8)

/** What the fields were when the page was made, as a short print of each. */
export const printsOf = (fields: Fields): string =>
  FORM_FIELDS.map((field) => printOf(fields.get(field) ?? '')).join('.')

/** A field that another person has changed; `isMine`: it was changed here too, and what was typed is kept. */
export type ChangedField = {
  readonly name: string
  readonly now: string
  readonly isMine: boolean
}

/** The event as it is now with what was typed here: a field that was not touched here follows the other person's change (EVM-05). */
export function mergedFields(
  stored: Fields,
  typed: Fields,
  prints: string,
): { readonly fields: Fields; readonly changes: readonly ChangedField[] } {
  const before = prints.split('.')
  const fields = new Map<EventColumn, string>()
  const changes: ChangedField[] = []
  for (const [at, field] of FORM_FIELDS.entries()) {
    const now = stored.get(field) ?? ''
    const own = typed.get(field) ?? ''
    const isTheirs = printOf(now) !== before[at]
    const isMine = printOf(own) !== before[at] && own !== now
    fields.set(field, isTheirs && !isMine ? now : own)
    if (isTheirs) changes.push({ name: NAMES[field], now: now === '' ? 'empty' : now, isMine })
  }
  return { fields, changes }
}
