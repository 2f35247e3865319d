/** A link of a menu. */
export type MenuLink = {
  readonly label: string
  readonly href: string
  /** Undefined: chosen by an editor, so that it may be removed. */
  readonly place: MenuPlace | undefined
  readonly isExternal: boolean
}

/** An entry of the main menu with its sub-menu; without an address it is only words above that. */
export type MainLink = Omit<MenuLink, 'href'> & {
  readonly href: string | undefined
  readonly sub: readonly MenuLink[]
}
export type FooterGroup = { readonly heading: string; readonly links: readonly MenuLink[] }

/** Where the fixed entries lead (SITE-03, SITE-06); `{product}` is the product's name as part of an address. */
const PLACES = {
  home: '/',
  'about-us': '/about-us',
  'about-product': '/about-us#about-{product}',
  team: '/about-us#our-team',
  supporters: '/about-us#our-supporters',
  events: '/events',
  community: '/events#community',
  freemason: '/events#freemason',
  corporate: '/events#corporate',
  speaker: '/events#speaker',
  'information-hub': '/information-hub',
  'prostate-cancer': '/information-hub#prostate-cancer',
  'mens-health': '/information-hub#mens-health',
  'health-in-workplace': '/information-hub#health-in-workplace',
  'research-and-data': '/information-hub#research-and-data',
  news: '/news',
  'patient-journey': '/news#patient-journey',
  'latest-news': '/news#latest-news',
  newsletters: '/news#newsletters',
  'refund-policy': '/refund-policy',
  'privacy-policy': '/privacy-policy',
} as const

export type MenuPlace = keyof typeof PLACES

export const isMenuPlace = (name: string): name is MenuPlace => Object.hasOwn(PLACES, name)

export const placeHref = (place: MenuPlace, productSlug: string): string =>
  PLACES[place].replace('{product}', productSlug)

type Default = { readonly place: MenuPlace; readonly label: string }
const entry = (place: MenuPlace, label: string): Default => ({ place, label })

/** The main menu of the specification (SITE-03). `{Name of the screening}` is a value of the settings (CMS-17). */
export const MAIN_MENU: readonly (Default & { readonly sub: readonly Default[] })[] = [
  { ...entry('home', 'HOME'), sub: [] },
  {
    ...entry('about-us', 'ABOUT US'),
    sub: [
      entry('about-product', 'About {Name of the screening}'),
      entry('team', 'Our Team'),
      entry('supporters', 'Our Sponsors & Supporters'),
    ],
  },
  {
    ...entry('events', 'EVENTS'),
    sub: [
      entry('community', 'Community'),
      entry('freemason', 'Freemasons'),
      entry('corporate', 'Corporate'),
      entry('speaker', 'Speaker Requests'),
    ],
  },
  {
    ...entry('information-hub', 'INFORMATION HUB'),
    sub: [
      entry('prostate-cancer', 'Prostate Disease and Cancer'),
      entry('mens-health', "Men's Health"),
      entry('health-in-workplace', 'Health in the Workplace'),
      entry('research-and-data', 'Research and Data'),
    ],
  },
  {
    ...entry('news', 'NEWS'),
    sub: [
      entry('patient-journey', 'Patient Journey'),
      entry('latest-news', 'Latest News'),
      entry('newsletters', 'Newsletters'),
    ],
  },
]

export const FOOTER_HEADING = 'Find your way'
/** The links of the footer of the specification (SITE-06). */
export const FOOTER_LINKS: readonly Default[] = [
  entry('home', 'Home'),
  entry('about-us', 'About Us'),
  entry('events', 'Events'),
  entry('information-hub', 'Information Hub'),
  entry('news', 'News'),
  entry('refund-policy', 'Refund Policy'),
  entry('privacy-policy', 'Privacy Policy'),
]

/** What an entry needs, so that the form and the build ask the same. */
type Placed = {
  readonly place?: string | null | undefined
  readonly link?: { readonly page?: { readonly _ref?: string } }
}
type PlacedMain = Placed & { readonly sub?: readonly Placed[] | null | undefined }
type PlacedGroup = { readonly links?: readonly Placed[] | null | undefined }

const missingOf = (all: readonly Default[], found: readonly Placed[]): Default[] =>
  all.filter(({ place }) => !found.some((one) => one?.place === place))

/** The fixed entries that a main menu lacks, at any level. Pure. */
export const missingInMain = (main: readonly PlacedMain[]): Default[] =>
  missingOf(
    MAIN_MENU.flatMap(({ sub, ...own }) => [own, ...sub]),
    main.flatMap((one) => [one, ...(one?.sub ?? [])]),
  )

/** The fixed entries that a footer lacks, in its groups and in its last line. Pure. */
export const missingInFooter = (
  groups: readonly PlacedGroup[],
  legal: readonly Placed[],
): Default[] => missingOf(FOOTER_LINKS, [...groups.flatMap((one) => one?.links ?? []), ...legal])

type ToLink = (entry: Default) => MenuLink

const inserted = <Item>(items: readonly Item[], index: number, item: Item): Item[] =>
  items.toSpliced(index, 0, item)

/** The main menu with each fixed entry that it lacks in its default place. Pure. */
export function completeMain(main: readonly MainLink[], toLink: ToLink): MainLink[] {
  const missing = new Set(missingInMain(main).map(({ place }) => place))
  let menu = [...main]
  for (const [index, { sub, ...own }] of MAIN_MENU.entries()) {
    if (missing.has(own.place)) menu = inserted(menu, index, { ...toLink(own), sub: [] })
    for (const [position, child] of sub.entries()) {
      if (!missing.has(child.place)) continue
      // An editor may have moved the parent into a sub-menu.
      const parent = menu.find((one) => [one, ...one.sub].some(({ place }) => place === own.place))
      menu = menu.map((one) =>
        one === parent ? { ...one, sub: inserted(one.sub, position, toLink(child)) } : one,
      )
    }
  }
  return menu
}

/** The groups of the footer with each fixed entry that the footer lacks in the first one. Pure. */
export function completeFooter(
  groups: readonly FooterGroup[],
  legal: readonly MenuLink[],
  toLink: ToLink,
): FooterGroup[] {
  const missing = missingInFooter(groups, legal)
  const [first = { heading: FOOTER_HEADING, links: [] }, ...others] = groups
  if (missing.length === 0) return [...groups]
  let links = [...first.links]
  for (const [index, own] of FOOTER_LINKS.entries())
    if (missing.includes(own)) links = inserted(links, index, toLink(own))
  return [{ ...first, links }, ...others]
}

/** The document as it is stored. */
export type StoredMenus = {
  readonly main?: readonly PlacedMain[] | null
  readonly groups?: readonly PlacedGroup[] | null
  readonly legal?: readonly Placed[] | null
}

/** Whether a menu leads to a document at `path`. Without a menus document, the menus of the specification count. Pure. */
export function isInMenu(
  menus: StoredMenus | null | undefined,
  id: string,
  path: string | undefined,
): boolean {
  const { main, groups, legal }: StoredMenus = menus ?? {
    main: MAIN_MENU,
    groups: [{ links: FOOTER_LINKS }],
  }
  const all = [
    ...(main ?? []).flatMap((one) => [one, ...(one?.sub ?? [])]),
    ...(groups ?? []).flatMap((one) => one?.links ?? []),
    ...(legal ?? []),
  ]
  return all.some(({ place, link }) =>
    place && isMenuPlace(place) ? PLACES[place] === path : link?.page?._ref === id,
  )
}
