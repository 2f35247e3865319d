import type { Content } from '#content/read/document.ts'
import { listNews } from '#content/read/news.ts'
import { listPartners } from '#content/read/partners.ts'
import type { RichText } from '#content/read/rich-text.ts'
import {
  type Headed,
  type PageSection,
  type ReadSection,
  type SectionOf,
  type SectionPart,
  sectionOf,
} from '#content/read/section-kinds.ts'
import { listStories } from '#content/read/stories.ts'
import { latestNews } from '#content/rules/news.ts'
import { repeatedForm } from '#content/rules/page-forms.ts'
import { anchorOf, freeIds } from '#core/rules/anchor.ts'

/** The document that contains the sections. `anchors` is the prefix of their heading ids on pages that have fixed ids. */
type Owner = { readonly _type: string; readonly path?: unknown; readonly anchors?: string }

/** @throws ContentError naming the section and its field. */
export function sectionsOf(parts: readonly Content<SectionPart>[], owner: Owner): ReadSection[] {
  const repeated = repeatedForm(
    parts.map(({ raw }) => ('form' in raw ? raw.form : undefined)),
    owner,
  )
  const form = parts[repeated] as Content<{ form: string }> | undefined
  if (form) throw form.error('form', 'repeated-form')
  const freeId = freeIds(owner.anchors)
  const headed = parts.map((part): Headed => {
    const heading = part.optionalText('heading')
    return heading === undefined
      ? { heading, anchor: undefined }
      : { heading, anchor: freeId(anchorOf(heading)) }
  })
  const sections = parts.map((part, index) => sectionOf(part, headed[index] as Headed))
  for (const { section } of sections)
    if (section.type === 'textSection') section.body = withLevels(section, freeId)
  return sections
}

/** The sections of a page with fixed parts, whose headings have ids of the program. */
export const extraSectionsOf = (parts: readonly Content<SectionPart>[], _type: string) =>
  sectionsOf(parts, { _type, anchors: 'more-' })

/** The headings of a text with ids that its page has once. Without a heading above, the first is of the section's level. */
function withLevels(
  { heading, body }: SectionOf<'textSection'>,
  freeId: (wanted: string) => string,
): RichText {
  let isBelow = heading !== undefined
  return body.map((node) => {
    if (node._type !== 'block' || node.anchor === undefined) return node
    const style = isBelow ? node.style : 'h2'
    isBelow ||= style === 'h2'
    return { ...node, style, anchor: freeId(node.anchor) }
  })
}

/**
 * The sections with what other documents show in them. A partner that is not published or has never been complete is left
 * out, and so is a list that would be empty.
 */
export async function shownSections(sections: readonly ReadSection[]): Promise<PageSection[]> {
  const lists = sections.map(({ section }) => ('listed' in section ? section.listed : section.type))
  const partners = lists.includes('partnerSection') ? await listPartners() : []
  const news = lists.includes('news') ? await listNews() : []
  const stories = lists.includes('stories') ? await listStories() : []
  const shown = sections.map(({ section, partnerIds = [], count = 0 }) => {
    if (section.type === 'partnerSection')
      return {
        ...section,
        partners: partnerIds.flatMap((id) => partners.find((one) => one.id === id) ?? []),
      }
    if (section.type !== 'listSection') return section
    if (section.listed === 'news') return { ...section, entries: latestNews(news, count) }
    if (section.listed === 'stories') return { ...section, entries: stories.slice(0, count) }
    return section
  })
  return shown.filter((section) => {
    if (section.type === 'partnerSection') return section.partners.length > 0
    return !('entries' in section) || section.entries.length > 0
  })
}
