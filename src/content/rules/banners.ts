import { type ContentTimes, showingAt } from '#content/rules/content-times.ts'

/** How many banners visitors see at one time: those that began last, the newest first (SITE-19). More would fill the screen of a phone. */
export const MOST_BANNERS = 2

/** Whether there is a moment, now or later, at which both are shown. Pure. */
export function areTogether(one: ContentTimes, other: ContentTimes, now: Date): boolean {
  const begins = [one, other].map(({ publishAt }) => (publishAt ? Date.parse(publishAt) : 0))
  const last = new Date(Math.max(now.getTime(), ...begins))
  return [one, other].every((times) => showingAt(times, last).state === 'shown')
}

/** What the Studio says of the other banners that are shown together with one; undefined when none is. Pure. */
export function togetherWords(titles: readonly string[]): string | undefined {
  if (titles.length === 0) return undefined
  const others = titles.map((title) => `“${title}”`).join(', ')
  return `At the same time: ${others}. Visitors see the ${MOST_BANNERS} banners that begin last, the newest first`
}
