import type { LabMapping } from '#results/rules/lab-mapping.ts'

/** How workbooks of Excel begin: XLSX is a ZIP archive, XLS a compound file. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

const begins = (bytes: Uint8Array, starts: readonly (readonly number[])[]): boolean =>
  starts.some((start) => start.every((byte, at) => bytes[at] === byte))

/** Why the beginning of a file says that it is no text of a laboratory; undefined when it may be one. */
export function wrongKind(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'The file is empty: send the file that the laboratory sent.'
  if (begins(bytes, WORKBOOKS)) {
    return 'This is a workbook of Excel (XLSX). Ask the laboratory for the CSV file that its system writes. Do not save one from Excel: it changes dates and numbers.'
  }
  if (begins(bytes, UTF_16) || bytes.includes(0)) {
    return 'This is not a text file in UTF-8 (it may be what Excel calls “Unicode Text”). Ask the laboratory for CSV in UTF-8.'
  }
  return undefined
}

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

function inUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The text of a laboratory's file in the character set of its mapping, or why it is none. A file in the other character set would change names. */
export function readLabText(
  bytes: Uint8Array,
  { encoding }: LabMapping,
): { text: string } | { problem: string } {
  const problem = wrongKind(bytes)
  if (problem !== undefined) return { problem }
  const text = inUtf8(bytes)
  if (encoding === 'utf-8') {
    return text === undefined
      ? {
          problem:
            'This file is not UTF-8 (it may be ANSI, Windows-1252). If the laboratory always sends it so, a coordinator sets the character set in its mapping; otherwise ask for CSV in UTF-8.',
        }
      : { text }
  }
  if (text !== undefined && !isAscii(bytes)) {
    return {
      problem:
        'This file is UTF-8, and the mapping of the laboratory says Windows-1252. Take over the file as the laboratory sent it, or ask a coordinator to look at the mapping.',
    }
  }
  return { text: new TextDecoder('windows-1252').decode(bytes) }
}
