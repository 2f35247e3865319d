import { defineField, type PreviewConfig, type PreviewValue, type SanityDocument } from 'sanity'
import { type ContentTimes, END_OF_TIME, showingAt } from '../src/content/rules/content-times.ts'
import { fixedPlace } from '../src/content/rules/fixed-documents.ts'
import {
  EVENT_TIME_ZONE,
  formatLongDate,
  formatShortDate,
  isIsoDate,
  isIsoInstant,
  londonDate,
  londonParts,
} from '../src/core/rules/time.ts'

/** How a day is shown; typed days are read in more forms, see `studio/DayInput.tsx`. */
export const DAY_FORMAT = { dateFormat: 'DD MMMM YYYY' } as const

/** London time on the screen, whatever the clock of the computer says; stored as an instant. */
const LONDON = {
  ...DAY_FORMAT,
  timeFormat: 'HH:mm',
  timeStep: 5,
  displayTimeZone: EVENT_TIME_ZONE,
  allowTimeZoneSwitch: false,
} as const

/** The times of a document that the program needs have no effect. */
const isAlwaysShown = ({ document }: { document?: SanityDocument | undefined }) =>
  document !== undefined && fixedPlace(document) !== undefined

/** When visitors see a document: from a day and time on, and until one (CMS-08). Both may be empty, unless the second is required. */
export function timeFields(end?: 'until required') {
  return [
    defineField({
      name: 'publishAt',
      title: 'Show from',
      description: 'London time. Empty: as soon as it is published. Press Publish as well.',
      type: 'datetime',
      hidden: isAlwaysShown,
      options: LONDON,
      validation: (rule) => [rule.custom(laterWarning).warning(), rule.custom(wholeMoment)],
    }),
    defineField({
      name: 'unpublishAt',
      title: 'Show until',
      description: end
        ? 'London time. A day without a time: until that day ends.'
        : 'London time. Empty: until it is unpublished. A day without a time: until that day ends.',
      type: 'datetime',
      hidden: isAlwaysShown,
      options: LONDON,
      validation: (rule) => [
        rule.custom((until, { document }) => {
          const from = document?.['publishAt']
          const isBefore = until && typeof from === 'string' && new Date(until) <= new Date(from)
          return isBefore ? 'This must be later than “Show from”' : wholeMoment(until)
        }),
        rule.custom(pastWarning).warning(),
        ...(end ? [rule.required().error('Say until when it is shown')] : []),
      ],
    }),
  ]
}

export const WRITE_DAY = 'Write the day as 26/11/2026, and the time after it as 14:30'

/** Sanity accepts a part of a day, such as `2026-12`, and days that no month has. */
export const wholeDay = (day: string | undefined): string | true =>
  day === undefined || isIsoDate(day) || 'Write the day as 26/11/2026'

function wholeMoment(at: string | undefined): string | true {
  if (at === undefined || isIsoInstant(at)) return true
  return new Date(at) >= END_OF_TIME ? 'The year must have four digits' : WRITE_DAY
}

const momentInWords = (at: Date) => {
  const { date, time } = londonParts(at)
  return `${formatLongDate(date)}, ${time}`
}

/** Why visitors will not see a document whose time has passed, for the editor who publishes it; undefined for any other. */
export function pastWords(times: ContentTimes): string | undefined {
  const showing = showingAt(times, new Date())
  if (showing.state !== 'ended') return undefined
  return `“Show until” is in the past: ${momentInWords(showing.since)}. Visitors will not see this`
}

const pastWarning = (unpublishAt: string | undefined) => pastWords({ unpublishAt }) ?? true

/** Tells an editor who publishes that visitors do not see the document yet. */
function laterWarning(publishAt: string | undefined): string | true {
  const showing = showingAt({ publishAt }, new Date())
  if (showing.state !== 'scheduled') return true
  return `It will be shown from ${momentInWords(showing.from)}`
}

/** The same for the day of a news entry. */
export function laterDayWarning(day: string | undefined): string | true {
  if (day === undefined || !isIsoDate(day) || day <= londonDate(new Date())) return true
  return `It will be shown from ${formatLongDate(day)}`
}

/** A calendar day under a title in lists. Empty while it is missing. */
export const dayInWords = (day: unknown): string =>
  typeof day === 'string' && isIsoDate(day) ? formatLongDate(day) : ''

const TIMES = { publishAt: 'publishAt', unpublishAt: 'unpublishAt', publishedOn: 'publishedOn' }
const PLACE = { _id: '_id', _type: '_type', path: 'path', slug: 'slug' }

type Words = {
  title?: string | undefined
  subtitle?: string | undefined
  media?: unknown
}
type Selected = Readonly<Record<string, string | undefined>>

/**
 * What lists show of a document with `timeFields`: the words of `prepare` (default: what was selected), after the time that
 * keeps it from visitors.
 */
export function timedPreview(
  select: Readonly<Record<string, string>>,
  prepare: (selected: Selected) => Words = (selected) => selected,
): PreviewConfig {
  return {
    select: { ...TIMES, ...PLACE, ...select },
    prepare: (selected) => {
      const words = prepare(selected)
      const subtitle = [timeInWords(selected), words.subtitle].filter(Boolean).join(' · ')
      return { ...words, subtitle } as PreviewValue
    },
  }
}

/** Short, because a list cuts long lines. */
const dayOf = (at: Date) => formatShortDate(londonDate(at))

function timeInWords(selected: Selected): string | undefined {
  const showing = showingAt(selected, new Date())
  const document = { ...selected, _id: String(selected['_id']), _type: String(selected['_type']) }
  if (showing.state === 'shown' || fixedPlace(document) !== undefined) return undefined
  return showing.state === 'scheduled'
    ? `SCHEDULED ${dayOf(showing.from)}`
    : `ENDED ${dayOf(showing.since)}`
}
