import { TAB_SIGNALS } from '#core/rules/tab-signals.ts'

/**
 * Calls `changed` when the patient's place may have changed in another tab, or while the Back button kept an old copy of the
 * page (BOOK-06).
 */
export function followOwnPlace(changed: () => void): void {
  const signals: readonly (string | null)[] = Object.values(TAB_SIGNALS)
  window.addEventListener('storage', ({ key }) => {
    if (signals.includes(key)) changed()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) changed()
  })
}
