export type Marks = { isBold: boolean; isItalic: boolean; href: string | undefined }
/** Words with the same marks. */
export type Run = Marks & { text: string }

export const NO_MARKS: Marks = { isBold: false, isItalic: false, href: undefined }

/** A line break until the spaces are collapsed, which are `\n` in HTML too: a character that no text has. */
export const BREAK = '\ue000'

const AT_START = /^[\s\ue000]+/
const AT_END = /[\s\ue000]+$/

/** One space between words and none at the ends of a line; a line break is `\n` then. Neighbours with the same marks become one. */
export function tidy(runs: readonly Run[]): Run[] {
  const tidied: Run[] = []
  for (const run of runs) {
    const before = tidied.at(-1)
    const text = afterText(before?.text ?? BREAK, collapsed(run.text))
    if (text === '') continue
    if (before && text.startsWith(BREAK)) before.text = before.text.trimEnd()
    if (before && hasSameMarks(before, run)) before.text += text
    else tidied.push({ ...run, text })
  }
  const last = tidied.at(-1)
  if (last) last.text = last.text.replace(AT_END, '')
  const first = tidied[0]
  if (first) first.text = first.text.replace(AT_START, '')
  for (const run of tidied) run.text = run.text.replaceAll(BREAK, '\n')
  return tidied.filter(({ text }) => text !== '')
}

/** A single no-break space stays: it keeps a number and its unit on one line. */
const collapsed = (text: string) =>
  text.replace(/\s{2,}|[^\S\u00a0]/g, ' ').replace(/ ?\ue000 ?/g, BREAK)

const afterText = (before: string, text: string) =>
  /[\s\ue000]$/.test(before) ? text.trimStart() : text

const hasSameMarks = (one: Marks, other: Marks) =>
  one.isBold === other.isBold && one.isItalic === other.isItalic && one.href === other.href
