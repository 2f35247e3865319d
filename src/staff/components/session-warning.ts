/** Shows the warning two minutes before the session ends, by the server's clock (STF-08). A request in another tab moves the end: the server decides. */
const WARN_BEFORE_MS = 2 * 60_000

for (const warning of document.querySelectorAll<HTMLElement>('[data-session-ends]')) {
  const { sessionEnds, serverTime } = warning.dataset
  const left = Number(sessionEnds) - Number(serverTime) - WARN_BEFORE_MS
  setTimeout(() => {
    warning.hidden = false
  }, left)
}
