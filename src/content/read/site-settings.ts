import { defineQuery } from 'groq'
import { type Banner, readBanners } from '#content/read/banners.ts'
import type { SITE_SETTINGS_RESULT } from '#content/read/content.generated.ts'
import type { Content, Readable } from '#content/read/document.ts'
import { type Menus, readMenus } from '#content/read/menus.ts'
import { readFixed } from '#content/read/read.ts'
import { fetchContent, part } from '#content/read/reading.ts'
import { isLongAddress } from '#content/rules/content-page.ts'
import { explainerPath } from '#content/rules/fixed-documents.ts'
import { asSlug } from '#core/rules/slug.ts'
import { isWebAddress } from '#core/rules/web-address.ts'
import { SETTINGS_DOCUMENT } from '#shared/content-lake.ts'

/** Facts about the charity for the whole site. Edited in the Studio under “Site settings”. */
export type SiteSettings = {
  charityName: string
  /** Brand name of the screening. */
  product: string
  /** The brand name in lower case, for the path `/{productSlug}-screening-event`. */
  productSlug: string
  tagline: string
  bookingPhone: string
  /** When the booking helpline answers; undefined: not said. */
  helplineHours: string | undefined
  enquiriesPhone: string
  enquiriesHours: string | undefined
  medicalPhone: string
  medicalHours: string | undefined
  email: string
  supportEmail: string
  /** One line per entry. */
  address: string[]
  charityNumber: string
  donateUrl: string
  supporterUrl: string
  /** The health platform named on the sign-in and sign-up pages. */
  poweredBy: string
  newsletter: { heading: string; text: string }
  /** The important-information notice beside the list of events (EVL-02). */
  notice: { title: string; points: string[] }
  cancellationPolicy: string[]
  homeTitle: string
  homeDescription: string
  /** From the document “Menus and footer”. */
  menus: Menus
  /** The banners of now. */
  banners: Banner[]
}

const SITE_SETTINGS = defineQuery(`${SETTINGS_DOCUMENT}{
  charityName, product, tagline, bookingPhone, helplineHours, enquiriesPhone, enquiriesHours, medicalPhone, medicalHours, email, supportEmail,
  address, charityNumber, donateUrl, supporterUrl, poweredBy, newsletter{heading, text},
  notice{title, points}, cancellationPolicy, homeTitle, homeDescription
}`)

/**
 * The site settings as published now.
 * @throws ContentError naming the field that is missing.
 */
export const getSiteSettings = (): Promise<SiteSettings> =>
  part('siteSettings', async () => {
    const place = { type: 'siteSettings', key: 'siteSettings' } as const
    const settings = readFixed(place, await fetchContent(SITE_SETTINGS), siteSettingsOf)
    return {
      ...settings,
      menus: await readMenus(settings.productSlug),
      banners: await readBanners(),
    }
  })

type Settings = Content<Readable<SITE_SETTINGS_RESULT>>

function webAddressIn(settings: Settings, name: 'donateUrl' | 'supporterUrl'): string {
  const address = settings.text(name)
  if (!isWebAddress(address)) throw settings.error(name, 'bad-address')
  return address
}

/** The page about the screening has it in its address. */
function productSlugOf(settings: Settings): string {
  const slug = asSlug(settings.text('product'))
  if (slug === '') throw settings.error('product', 'bad-address')
  if (isLongAddress(explainerPath(slug))) throw settings.error('product', 'long-address')
  return slug
}

function siteSettingsOf(settings: Settings): Omit<SiteSettings, 'menus' | 'banners'> {
  const newsletter = settings.part('newsletter')
  const notice = settings.part('notice')
  return {
    charityName: settings.text('charityName'),
    product: settings.text('product'),
    productSlug: productSlugOf(settings),
    tagline: settings.text('tagline'),
    bookingPhone: settings.text('bookingPhone'),
    helplineHours: settings.optionalText('helplineHours'),
    enquiriesPhone: settings.text('enquiriesPhone'),
    enquiriesHours: settings.optionalText('enquiriesHours'),
    medicalPhone: settings.text('medicalPhone'),
    medicalHours: settings.optionalText('medicalHours'),
    email: settings.text('email'),
    supportEmail: settings.text('supportEmail'),
    address: settings.texts('address'),
    charityNumber: settings.text('charityNumber'),
    donateUrl: webAddressIn(settings, 'donateUrl'),
    supporterUrl: webAddressIn(settings, 'supporterUrl'),
    poweredBy: settings.text('poweredBy'),
    newsletter: { heading: newsletter.text('heading'), text: newsletter.text('text') },
    notice: { title: notice.text('title'), points: notice.texts('points') },
    cancellationPolicy: settings.texts('cancellationPolicy'),
    homeTitle: settings.text('homeTitle'),
    homeDescription: settings.text('homeDescription'),
  }
}
