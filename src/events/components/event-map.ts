import type { Streets } from '#events/rules/map-tiles.ts'
import { MAP_TEXTS } from '#events/texts/map.ts'

const part = (section: HTMLElement, name: string) => section.querySelector<HTMLElement>(`[${name}]`)

/** Whether the visitor asked their browser to load less. */
const savesData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

async function show(section: HTMLElement, frame: HTMLElement): Promise<void> {
  const { latitude, longitude, short = '', full = '' } = section.dataset
  const { streets, townOnly } = section.dataset
  const { openEventMap } = await import('#events/island/map/event-map.ts')
  await openEventMap(frame, {
    position: { latitude: Number(latitude), longitude: Number(longitude) },
    name: { short, full },
    isTownOnly: townOnly !== undefined,
    streets: streets === undefined ? undefined : (JSON.parse(streets) as Streets),
  })
}

/**
 * Shows the map when it comes into view, or when the visitor asks. After a failure the button loads the page again: browsers
 * remember that a script could not be loaded.
 */
export function followEventMap(section: HTMLElement): void {
  const frame = part(section, 'data-map-frame')
  const button = part(section, 'data-map-show')
  const status = part(section, 'data-map-status')
  if (!frame || !button || !status) return
  const inView = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) start()
  })
  let isRunning = false
  const start = () => {
    if (isRunning) return
    isRunning = true
    inView.disconnect()
    const hadFocus = document.activeElement === button
    status.textContent = MAP_TEXTS.loading
    show(section, frame).then(
      () => {
        status.textContent = ''
        if (hadFocus) frame.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
      },
      () => {
        status.textContent = MAP_TEXTS.eventFailed
        button.textContent = MAP_TEXTS.retry
        button.addEventListener('click', () => location.reload())
        frame.replaceChildren(button)
      },
    )
  }
  button.addEventListener('click', start)
  if (savesData()) return
  const watch = () => inView.observe(section)
  // The page itself comes first.
  if (document.readyState === 'complete') watch()
  else window.addEventListener('load', watch, { once: true })
}
