import { telephoneHref } from '#core/rules/telephone.ts'

type SettingValue = { readonly title: string; readonly kind: 'phone' | 'email' | 'name' }

/** The values of the site settings that texts can show instead of typed ones, by field (CMS-17). */
export const SETTING_VALUES = {
  bookingPhone: { title: 'Booking helpline', kind: 'phone' },
  enquiriesPhone: { title: 'General enquiries', kind: 'phone' },
  medicalPhone: { title: 'Medical enquiries', kind: 'phone' },
  helplineHours: { title: 'Opening hours of the booking helpline', kind: 'name' },
  enquiriesHours: { title: 'Opening hours of general enquiries', kind: 'name' },
  medicalHours: { title: 'Opening hours of medical enquiries', kind: 'name' },
  email: { title: 'E-mail for enquiries', kind: 'email' },
  supportEmail: { title: 'E-mail for help with bookings', kind: 'email' },
  product: { title: 'Name of the screening', kind: 'name' },
  charityName: { title: 'Name of the charity', kind: 'name' },
  charityNumber: { title: 'Registered charity number', kind: 'name' },
} as const satisfies Record<string, SettingValue>

export type SettingName = keyof typeof SETTING_VALUES
export const SETTING_NAMES = Object.keys(SETTING_VALUES) as readonly SettingName[]
/** The values as a query returns them. */
export type SettingValues = { readonly [Name in SettingName]?: unknown }

/** The fields of the settings, in a query. */
export const SETTING_FIELDS = SETTING_NAMES.join(', ')

export const isSettingName = (name: unknown): name is SettingName =>
  SETTING_NAMES.some((known) => known === name)

/** The value of a setting; undefined while it is empty. */
export function settingValue(values: SettingValues | undefined, name: SettingName) {
  const value = values?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Where a value leads: a telephone number and an e-mail address are links. */
export function settingHref(name: SettingName, value: string): string | undefined {
  const { kind } = SETTING_VALUES[name]
  if (kind === 'phone') return telephoneHref(value)
  return kind === 'email' ? `mailto:${value}` : undefined
}

/** How a plain text names a setting: `{Booking helpline}`. */
const MARKED = /\{([^{}]{1,60})\}/g

const namedBy = (words: string) =>
  SETTING_NAMES.find(
    (name) => SETTING_VALUES[name].title.toLowerCase() === words.trim().toLowerCase(),
  )

/** A plain text with the values of the settings that it names. Other words in braces stay. */
export function withSettings(text: string, find: (name: SettingName) => string): string {
  if (!text.includes('{')) return text
  return text.replace(MARKED, (whole, words: string) => {
    const name = namedBy(words)
    return name === undefined ? whole : find(name)
  })
}

/** The same where an empty setting shows nothing. */
export const withValuesOf = (text: string, values: SettingValues | undefined): string =>
  withSettings(text, (name) => settingValue(values, name) ?? '')

/** The settings that a plain text names, and the words in braces that name none. */
export function settingsNamedIn(text: string): { names: SettingName[]; unknown: string[] } {
  const marked = [...text.matchAll(MARKED)].map(([, words = '']) => words)
  const names = marked.map(namedBy).filter((name) => name !== undefined)
  return { names, unknown: marked.filter((words) => namedBy(words) === undefined) }
}
