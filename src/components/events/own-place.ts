import { TAB_SIGNALS } from '#domain/tab-signals.ts'

/**
 * Loads the event page again when the patient's place may have changed: in another tab, at the end of the hold
 * (`data-seconds-left` of `card`), or while the Back button kept an old copy of the page (BOOK-06).
 */
export function followOwnPlace(card: HTMLElement | null): void {
  const reload = () => location.reload()
  const signals: readonly (string | null)[] = Object.values(TAB_SIGNALS)
  window.addEventListener('storage', ({ key }) => {
    if (signals.includes(key)) reload()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) reload()
  })
  const secondsLeft = Number(card?.dataset['secondsLeft'] ?? 0)
  if (secondsLeft > 0) setTimeout(reload, (secondsLeft + 1) * 1000)
}
