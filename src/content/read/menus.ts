import { defineQuery } from 'groq'
import type { MENUS_RESULT } from '#content/read/content.generated.ts'
import { type Content, type Readable, sizedParts } from '#content/read/document.ts'
import { BADGE_HEIGHT, FILE_PROJECTION, fileOf } from '#content/read/files.ts'
import { LINK_FIELDS, linkOf, optionalUrlOf, urlOf } from '#content/read/link.ts'
import { readFixed } from '#content/read/read.ts'
import { currentReading, currentValue, fetchContent } from '#content/read/reading.ts'
import {
  completeFooter,
  completeMain,
  type FooterGroup,
  isMenuPlace,
  type MainLink,
  type MenuLink,
  type MenuPlace,
  placeHref,
} from '#content/rules/menus.ts'
import { MAX_MENU_LABEL } from '#core/rules/content-limits.ts'
import { withSettings } from '#core/rules/setting-values.ts'

export type SocialLink = { label: string; href: string }
/** A registration, for example with a regulator; the badge is shown instead of the words. */
export type Mark = {
  label: string
  href: string | undefined
  badge: { src: string; width: number; height: number } | undefined
}

/** Edited in the Studio under “Menus and footer”. */
export type Menus = {
  main: MainLink[]
  groups: FooterGroup[]
  legal: MenuLink[]
  social: SocialLink[]
  marks: Mark[]
}

const ENTRY = `{label, place, link{${LINK_FIELDS}}}` as const

const MENUS = defineQuery(`*[_type == "menus" && _id == "menus"][0]{
  _id,
  "main": main[]{label, place, link{${LINK_FIELDS}}, "sub": sub[]${ENTRY}},
  "groups": groups[]{heading, "links": links[]${ENTRY}},
  "legal": legal[]${ENTRY},
  social[]{label, url},
  "marks": marks[]{
    label, url, "logo": logo${FILE_PROJECTION},
    "width": logo.asset->metadata.dimensions.width, "height": logo.asset->metadata.dimensions.height
  }
}`)

/**
 * The menus as published now, with every fixed entry (SITE-18). Content without this document gets the menus of the
 * specification.
 */
export async function readMenus(productSlug: string): Promise<Menus> {
  const found = await fetchContent(MENUS)
  const hasFormer = currentReading()?.build?.kept['menus']?.['menus'] !== undefined
  const given =
    found === null && !hasFormer
      ? NO_MENUS
      : readFixed({ type: 'menus', key: 'menus' }, found, (document) =>
          menusOf(document, productSlug),
        )
  const toLink = ({ place, label }: { place: MenuPlace; label: string }): MenuLink => ({
    label: withSettings(label, (name) => currentValue(name) ?? ''),
    place,
    href: placeHref(place, productSlug),
    isExternal: false,
  })
  return {
    ...given,
    main: completeMain(given.main, toLink),
    groups: completeFooter(given.groups, given.legal, toLink).filter(
      ({ links }) => links.length > 0,
    ),
  }
}

const NO_MENUS: Menus = { main: [], groups: [], legal: [], social: [], marks: [] }

type Entry = Readable<MENUS_RESULT>['legal'][number]
type MainEntry = Readable<MENUS_RESULT>['main'][number]

function menusOf(document: Content<Readable<MENUS_RESULT>>, productSlug: string): Menus {
  const linksOf = (entries: Content<Entry>[]) =>
    entries.flatMap((entry) => menuLinkOf(entry, productSlug) ?? [])
  const mainOf = (entry: Content<MainEntry>): MainLink[] => {
    const own = menuLinkOf(entry, productSlug)
    const sub = linksOf(sizedParts(entry, 'sub'))
    if (own !== undefined) return [{ ...own, sub }]
    const label = labelOf(entry)
    return sub.length > 0
      ? [{ label, href: undefined, place: undefined, isExternal: false, sub }]
      : []
  }
  return {
    main: sizedParts(document, 'main').flatMap(mainOf),
    groups: sizedParts(document, 'groups').map((group) => ({
      heading: group.text('heading'),
      links: linksOf(sizedParts(group, 'links')),
    })),
    legal: linksOf(sizedParts(document, 'legal')),
    social: sizedParts(document, 'social').map((link) => ({
      label: labelOf(link),
      href: urlOf(link),
    })),
    marks: sizedParts(document, 'marks').map(markOf),
  }
}

function labelOf(entry: Content<{ label: string }>): string {
  const label = entry.text('label')
  if (label.length > MAX_MENU_LABEL) throw entry.error('label', 'too-long')
  return label
}

/** An entry; undefined when it leads to nothing that visitors can see, which is a warning. */
function menuLinkOf(entry: Content<Entry>, productSlug: string): MenuLink | undefined {
  const label = labelOf(entry)
  const place = entry.optionalText('place')
  if (place !== undefined) {
    if (!isMenuPlace(place)) throw entry.error('place', 'unknown-value')
    return { label, place, href: placeHref(place, productSlug), isExternal: false }
  }
  const link = linkOf(entry.part('link'))
  return link && { label, place: undefined, href: link.href, isExternal: link.kind === 'external' }
}

function markOf(mark: Content<Readable<MENUS_RESULT>['marks'][number]>): Mark {
  return {
    label: labelOf(mark),
    href: optionalUrlOf(mark, 'url'),
    badge: badgeOf(mark),
  }
}

/** A copy of the picture, because pages on demand show it too. */
function badgeOf(mark: Content<Readable<MENUS_RESULT>['marks'][number]>): Mark['badge'] {
  if (!mark.optionalPart('logo')?.raw.url) return
  const ratio = mark.number('width') / mark.number('height')
  return {
    src: fileOf(mark.part('logo')).href,
    width: Math.round(BADGE_HEIGHT * ratio),
    height: BADGE_HEIGHT,
  }
}
