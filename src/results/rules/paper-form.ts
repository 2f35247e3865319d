/** The number of a consent form on paper, with or without the word 'form' before it (CLI-06); undefined when it is none. */
export function readPaperForm(text: string): string | undefined {
  const form = text.trim().replace(/^form\s+/i, '')
  return /^[\w/-]{1,40}$/.test(form) ? form : undefined
}
