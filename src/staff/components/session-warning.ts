/**
 * Inserts the warning two minutes before the session ends, by the server's clock (STF-08). The live region is there before, empty: one that
 * is only unhidden is often not read. A page that another tab opens has moved the end: it tells the others.
 */
const WARN_BEFORE_MS = 2 * 60_000

const tabs = new BroadcastChannel('staff-session')

for (const region of document.querySelectorAll<HTMLElement>('[data-session-ends]')) {
  const { sessionEnds, serverTime } = region.dataset
  let timer: ReturnType<typeof setTimeout> | undefined
  const warnIn = (left: number) => {
    clearTimeout(timer)
    region.querySelector('p')?.remove()
    timer = setTimeout(() => {
      const template = region.querySelector('template')
      if (template) region.append(template.content.cloneNode(true))
    }, left)
  }
  const left = Number(sessionEnds) - Number(serverTime) - WARN_BEFORE_MS
  warnIn(left)
  tabs.addEventListener('message', ({ data }) => warnIn(Number(data)))
  tabs.postMessage(left)
}
