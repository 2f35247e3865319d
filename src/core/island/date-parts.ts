/** The contents of the three boxes of a date. */
export type DateParts = { day: string; month: string; year: string }

/** Keeps letters and digits only: a hyphen is the separator. */
export const cleanPart = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

/** `1962-03-27` when the parts are numbers, else the parts as typed (`1962--27`); '' when all are empty. */
export function joinDate({ day, month, year }: DateParts): string {
  if (`${day}${month}${year}` === '') return ''
  const isWhole = /^\d{4}$/.test(year) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day)
  return isWhole
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : `${year}-${month}-${day}`
}

export function splitDate(value: string): DateParts {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}
