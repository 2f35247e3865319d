import { formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'
import { escapeHtml } from '#core/texts/escape-html.ts'

/** A value of a patient's own data: days are 'YYYY-MM-DD', instants ISO 8601 in UTC. */
export type DataValue = string | number | boolean | null | string[]

/** A field of a section: its name in the JSON file and its label in the readable one. */
export type DataField = {
  readonly name: string
  readonly label: string
  readonly kind?: 'day' | 'instant' | undefined
}

/** What one table holds about a patient. */
export type DataSection = {
  /** Of our database; the name in the JSON file. */
  readonly table: string
  readonly title: string
  /** What the rows are, and what is not in the file. */
  readonly note: string
  readonly fields: readonly DataField[]
  readonly rows: readonly Readonly<Record<string, DataValue>>[]
}

/** Everything that is held about a patient. `generatedAt` is an instant. */
export type OwnData = { readonly generatedAt: string; readonly sections: readonly DataSection[] }

const instantText = (iso: string): string => {
  const at = new Date(iso)
  return `${formatLongDate(londonDate(at))}, ${londonTime(at)}`
}

/** A value as the readable file shows it; '' is left out. */
export function shownValue(value: DataValue | undefined, kind: DataField['kind']): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return value.join(', ')
  if (value === '' || kind === undefined) return value
  return kind === 'day' ? formatLongDate(value) : instantText(value)
}

/** The machine-readable file: the rows by table, under the names of their fields. */
export function ownDataJson({ generatedAt, sections }: OwnData): string {
  const tables = Object.fromEntries(sections.map(({ table, rows }) => [table, rows]))
  return `${JSON.stringify({ generated_at: generatedAt, ...tables }, null, 2)}\n`
}

const SHEET = `body{margin:0;padding:2rem 1rem;background:#f4f6f8;color:#17212b;font:17px/1.5 Arial,sans-serif}
main{max-width:46rem;margin:0 auto}h1{font-size:1.9rem;line-height:1.2}h2{margin:2.5rem 0 .25rem;font-size:1.35rem}
.note{margin:0 0 1rem;color:#45525f}.row{margin:0 0 1rem;padding:1rem 1.25rem;background:#fff;border:1px solid #d5dbe1;border-radius:8px;break-inside:avoid}
dl{margin:0}dl div{display:flex;flex-wrap:wrap;gap:0 1rem;padding:.25rem 0}dt{flex:0 0 14rem;font-weight:bold}dd{flex:1 1 16rem;margin:0;overflow-wrap:anywhere;white-space:pre-line}
nav li{margin:.25rem 0}@media print{body{background:#fff;padding:0}.row{border-color:#999}}`

function rowHtml(row: DataSection['rows'][number], fields: readonly DataField[]): string {
  const facts = fields
    .map(({ name, label, kind }) => [label, shownValue(row[name], kind)] as const)
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
    )
  return `<dl class="row">${facts.join('')}</dl>`
}

function sectionHtml({ table, title, note, fields, rows }: DataSection): string {
  const shown = rows.map((row) => rowHtml(row, fields)).join('\n')
  return `<section><h2 id="${escapeHtml(table)}">${escapeHtml(title)}</h2>
<p class="note">${escapeHtml(note)}</p>
${shown === '' ? '<p>We hold nothing here.</p>' : shown}</section>`
}

/** The readable file: one HTML page without scripts or outside resources. `from` is the charity's name. */
export function ownDataHtml({ generatedAt, sections }: OwnData, from: string): string {
  const title = `Your data held by ${from}`
  const contents = sections
    .map(
      ({ table, title: name, rows }) =>
        `<li><a href="#${escapeHtml(table)}">${escapeHtml(name)}</a> (${rows.length})</li>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${SHEET}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
<p>Made on ${escapeHtml(instantText(generatedAt))}. It has medical answers and your address in it: please keep it where others cannot read it.</p>
<nav aria-label="Contents"><ul>${contents}</ul></nav>
${sections.map(sectionHtml).join('\n')}
</main></body></html>
`
}
