const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

/** A moment in the local time of the browser: “today at 14:05”, “yesterday at 09:30”, “3 February 2026 at 09:30”. */
export function momentInWords(at: Date, now: Date): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const isOn = (day: Date) => at.toDateString() === day.toDateString()
  const day = isOn(now) ? 'today' : isOn(yesterday) ? 'yesterday' : DAY.format(at)
  return `${day} at ${TIME.format(at)}`
}
