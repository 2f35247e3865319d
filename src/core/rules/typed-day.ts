import { type IsoDate, isClockTime, londonInstant } from '#core/rules/time.ts'
import { readDay } from '#core/rules/typed-cell.ts'

const MONTHS =
  'january february march april may june july august september october november december'.split(' ')

/** `26/11/2026`, `26.11.26`, `26-11-2026`. */
const IN_DIGITS = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
/** `26 Nov 2026`, `Thursday, 26th November 2026`. */
const IN_WORDS = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4}|\d{2})$/i
/** `14:30`, `2.30 pm`, `9am`, after a day. */
const AT_TIME = /^(.*?),?[ T](?:at )?(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?$/i

/** A day as a British editor types it; a year of two digits is of this century. Undefined for anything else. Pure. */
export function typedDay(text: string): IsoDate | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  const inDigits = IN_DIGITS.exec(plain)
  const [, day = '', month = '', year = ''] = inDigits ?? IN_WORDS.exec(plain) ?? []
  if (day === '') return readDay(plain)
  return readDay(`${day}/${inDigits ? month : numberOf(month)}/${year.padStart(4, '20')}`)
}

/** 0, which is not a month, for a word that begins no month or more than one. */
function numberOf(word: string): number {
  const found = MONTHS.filter((month) => month.startsWith(word.toLowerCase()))
  return found.length === 1 ? MONTHS.indexOf(String(found[0])) + 1 : 0
}

/** A London day and time as an editor types it; `usual` is the time of a day without one. Undefined for anything else. Pure. */
export function typedMoment(text: string, usual: string): Date | undefined {
  const plain = text.trim().replace(/\s+/g, ' ')
  const alone = typedDay(plain)
  if (alone !== undefined) return londonInstant(alone, usual)
  const [, before = '', hour = '', minutes, half] = AT_TIME.exec(plain) ?? []
  const day = typedDay(before)
  const time = clockTime(Number(hour), minutes, half?.toLowerCase())
  return day !== undefined && time !== undefined ? londonInstant(day, time) : undefined
}

function clockTime(hour: number, minutes: string | undefined, half: string | undefined) {
  // A number alone is not a time.
  if (minutes === undefined && half === undefined) return undefined
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const hours = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)
  const time = `${String(hours).padStart(2, '0')}:${minutes ?? '00'}`
  return isClockTime(time) ? time : undefined
}
