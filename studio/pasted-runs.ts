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
  // The text of each as its parts: a text that grows with each of thousands of runs takes quadratic time.
  const joined: (Marks & { parts: string[] })[] = []
  let end = BREAK
  for (const run of runs) {
    const text = afterText(end, collapsed(run.text))
    if (text === '') continue
    const before = joined.at(-1)
    if (before && text.startsWith(BREAK)) before.parts.push(before.parts.pop()?.trimEnd() ?? '')
    if (before && hasSameMarks(before, run)) before.parts.push(text)
    else joined.push({ ...run, parts: [text] })
    end = (end + text).slice(-2)
  }
  const tidied = joined.map(
    ({ isBold, isItalic, href, parts }): Run => ({ isBold, isItalic, href, text: parts.join('') }),
  )
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

/** What is added after the last two characters: no second space, and no third line break. */
function afterText(end: string, text: string): string {
  if (end === BREAK + BREAK && text === BREAK) return ''
  return /[\s\ue000]$/.test(end) ? text.trimStart() : text
}

const hasSameMarks = (one: Marks, other: Marks) =>
  one.isBold === other.isBold && one.isItalic === other.isItalic && one.href === other.href
