/** The notice of a page that says what was done (`done` of `StaffPage.astro`). */
export const DONE_ID = 'done'

/** The ids of the hint and the fault that describe a control (`FieldNotes.astro`). */
export const describedBy = (
  name: string,
  hint: string | undefined,
  fault: string | undefined,
): string | undefined =>
  [hint && `${name}-hint`, fault && `${name}-error`].filter(Boolean).join(' ') || undefined
