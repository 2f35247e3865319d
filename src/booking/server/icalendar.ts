/** A content line of iCalendar (RFC 5545): the name with its parameters, and the value in its final form. */
export type ContentLine = readonly [name: string, value: string]

/** Octets of a line without its end (RFC 5545, 3.1). */
const MOST_OCTETS = 75

/** Removes the control characters, which no value may contain; a tab is a space. */
const withoutControls = (text: string) => text.replace(/\t/g, ' ').replace(/(?!\n)\p{Cc}/gu, '')

/** A value of type TEXT (RFC 5545, 3.3.11). */
export const textValue = (text: string): string =>
  withoutControls(text.replace(/\r\n?/g, '\n'))
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A quoted parameter value; it cannot contain a quotation mark (RFC 5545, 3.2). */
export const parameterValue = (text: string): string =>
  `"${withoutControls(text.replace(/\s+/g, ' ')).replaceAll('"', '')}"`

/** A value of type DATE-TIME in UTC, to the second. */
export const utcValue = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

/** Folds a line into lines of at most 75 octets; no character is split. */
function fold(line: string): string {
  let folded = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > MOST_OCTETS) {
      folded += '\r\n '
      octets = 1
    }
    folded += character
    octets += size
  }
  return folded
}

/** The lines as iCalendar text, each ended by CRLF. */
export const icalendar = (lines: readonly ContentLine[]): string =>
  lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
