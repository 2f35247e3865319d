import type { SchemaTypeDefinition } from 'sanity'
import type { DocumentType } from '../src/content/rules/document-types.ts'
import { approval } from './documents/approval.ts'
import { banner } from './documents/banner.ts'
import { homePage } from './documents/home-page.ts'
import { infoArticle, partner, researchItem, supportOrganisation } from './documents/information.ts'
import { aboutPage, eventsPage, informationHubPage, newsPage } from './documents/list-pages.ts'
import { menuEntry, menus } from './documents/menus.ts'
import { newsArticle, patientStory } from './documents/news.ts'
import { page, policy } from './documents/pages.ts'
import { teamMember, testimonial } from './documents/people.ts'
import { redirect } from './documents/redirect.ts'
import { resultText } from './documents/result-text.ts'
import { siteSettings } from './documents/site-settings.ts'
import { testChoicePage } from './documents/test-choice.ts'
import { yearStatistics } from './documents/year-statistics.ts'
import { withHiddenCharacters } from './hidden-characters.ts'
import { callToAction, card, video } from './objects/blocks.ts'
import { figure } from './objects/figure.ts'
import { link } from './objects/link.ts'
import { settingValue } from './objects/setting-value.ts'
import { sharing, withSharing } from './objects/sharing.ts'
import { table } from './objects/table.ts'
import { callOut, expandableText, richText, simpleText } from './objects/text.ts'
import { sectionTypes } from './sections/all.ts'

/** A type of `src/content/rules/document-types.ts` without its definition here does not compile. */
const documents: Readonly<Record<DocumentType, SchemaTypeDefinition>> = {
  siteSettings,
  menus,
  banner,
  homePage,
  aboutPage,
  eventsPage,
  informationHubPage,
  newsPage,
  testChoicePage,
  page,
  newsArticle,
  patientStory,
  teamMember,
  testimonial,
  infoArticle,
  researchItem,
  supportOrganisation,
  partner,
  yearStatistics,
  policy,
  resultText,
  redirect,
  approval,
}

/** The whole content model: what the Studio edits and the site reads. */
export const schemaTypes: SchemaTypeDefinition[] = [
  ...Object.values(documents).map(withSharing).map(withHiddenCharacters),
  figure,
  link,
  menuEntry,
  sharing,
  callToAction,
  video,
  card,
  ...sectionTypes,
  simpleText,
  richText,
  callOut,
  expandableText,
  table,
  settingValue,
]
