/** A link below one of the five main links; it lands on a named section of the target page (SITE-03). */
export type SubLink = { label: string; href: string }

/** One of the five main links. */
export type MainLink = { label: string; href: string; sub: SubLink[] }

/** The main links and their sub-links (SITE-03). */
export function mainLinks(product: string, productSlug: string): MainLink[] {
  return [
    { label: 'HOME', href: '/', sub: [] },
    {
      label: 'ABOUT US',
      href: '/about-us',
      sub: [
        { label: `About ${product}`, href: `/about-us#about-${productSlug}` },
        { label: 'Our Team', href: '/about-us#our-team' },
        { label: 'Our Sponsors & Supporters', href: '/about-us#our-supporters' },
      ],
    },
    {
      label: 'EVENTS',
      href: '/events',
      sub: [
        { label: 'Community', href: '/events#community' },
        { label: 'Freemasons', href: '/events#freemason' },
        { label: 'Corporate', href: '/events#corporate' },
        { label: 'Speaker Requests', href: '/events#speaker' },
      ],
    },
    {
      label: 'INFORMATION HUB',
      href: '/information-hub',
      sub: [
        { label: 'Prostate Disease and Cancer', href: '/information-hub#prostate-cancer' },
        { label: "Men's Health", href: '/information-hub#mens-health' },
        { label: 'Health in the Workplace', href: '/information-hub#health-in-workplace' },
        { label: 'Research and Data', href: '/information-hub#research-and-data' },
      ],
    },
    {
      label: 'NEWS',
      href: '/news',
      sub: [
        { label: 'Patient Journey', href: '/news#patient-journey' },
        { label: 'Latest News', href: '/news#latest-news' },
        { label: 'Newsletters', href: '/news#newsletters' },
      ],
    },
  ]
}

/**
 * The `aria-current` of a main link: 'page' on its own page, 'true' on a page of its section (at `path`, in
 * `section`), else undefined. The home page is marked only on itself (SITE-05).
 */
export function currentMark(
  href: string,
  path: string,
  section: string,
): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (href === '/') return undefined
  return section === href || section.startsWith(`${href}/`) ? 'true' : undefined
}
