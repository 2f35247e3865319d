import {
  defineLocale,
  type LocaleDefinition,
  type LocaleResourceBundle,
  usEnglishLocale,
} from 'sanity'
import { ownMessages } from './messages.ts'

const BRITISH = 'en-GB'

/** The Studio's only language, so that dates are British and weeks begin on Monday. */
export const locales = (): LocaleDefinition[] => [
  defineLocale({
    id: BRITISH,
    title: 'English',
    bundles: (usEnglishLocale.bundles ?? []).map(inBritish),
    weekInfo: { firstDay: 1, weekend: [6, 7], minimalDays: 4 },
  }),
]

/** The texts of Sanity's tools, replaced by ours where we have one. */
export const bundles = (given: LocaleResourceBundle[]): LocaleResourceBundle[] => [
  ...given.map(inBritish),
  ...ownMessages(BRITISH),
]

/** Sanity's texts are written for en-US. */
function inBritish<Bundle extends object>(bundle: Bundle) {
  return { ...bundle, locale: BRITISH }
}
