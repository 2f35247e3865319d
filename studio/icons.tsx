import type { ComponentType } from 'react'
import type { SchemaTypeDefinition } from 'sanity'
import { type DocumentType, isDocumentType } from '../src/content/rules/document-types.ts'

/** Line icons in the style of the Studio's own, whose package is not a dependency of ours. */
function icon(name: string, path: string): ComponentType {
  function Icon() {
    return (
      <svg
        data-sanity-icon={name}
        width="1em"
        height="1em"
        viewBox="0 0 25 25"
        fill="none"
        aria-hidden="true"
      >
        <path d={path} stroke="currentColor" strokeWidth="1.2" strokeLinejoin="round" />
      </svg>
    )
  }
  return Icon
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

const FRAME = 'M4.5 5.5h16v14h-16z'
const SHEET = 'M6.5 4.5h9l3 3v13h-12z'
const PERSON = `${circle(12.5, 9, 3.5)}M5.5 20.5c0-4 3-6.5 7-6.5s7 2.5 7 6.5`

export const EyeIcon = icon(
  'eye',
  `M3.5 12.5C5.5 9 8.6 7 12.5 7s7 2 9 5.5c-2 3.5-5.1 5.5-9 5.5s-7-2-9-5.5Z${circle(12.5, 12.5, 2.6)}`,
)
export const SplitIcon = icon('split', `${FRAME}M14.5 5.5v14`)
export const UnpublishIcon = icon('unpublish', 'M5 4.5h15M12.5 20.5v-12M7.5 15.5l5 5l5-5')
export const TickIcon = icon('tick', 'M5 13.5l5 5l10-11')
export const BinIcon = icon('bin', 'M5 7.5h15M9.5 7.5v-3h6v3M7 7.5l1 13h9l1-13M10.5 11v6M14.5 11v6')
export const PictureIcon = icon(
  'picture',
  `${FRAME}M4.5 17.5l5-5l3 3l3.500-3.500l4.500 4.500${circle(9, 9, 1.2)}`,
)
export const FindIcon = icon('find', `${circle(11, 11, 6)}M15.5 15.5l5 5`)
export const StartIcon = icon('start', 'M4.5 12.5l8-8l8 8M6.5 10.5v10h4.5v-6h3v6h4.5v-10')
export const HelpIcon = icon(
  'help',
  `${circle(12.5, 12.5, 8)}M10 10.5c0-1.5 1-2.5 2.5-2.500s2.5 1 2.5 2.500c0 2-2.5 2-2.5 4M12.5 16v1.2`,
)
export const ContentIcon = icon('content', `${SHEET}M9.5 10.5h6M9.5 13.5h6`)

/** The icon of each document type; a missing one is a type error. */
export const TYPE_ICONS: Readonly<Record<DocumentType, ComponentType>> = {
  siteSettings: icon(
    'settings',
    `M4.5 8h9M17.5 8h3M4.5 17h3M11.5 17h9${circle(15.5, 8, 2)}${circle(9.5, 17, 2)}`,
  ),
  menus: icon('menus', 'M4.5 6.5h16M4.5 12.5h16M4.5 18.5h10'),
  banner: icon('banner', 'M4.5 10.5v4h3l8 4v-12l-8 4zM18.5 10c1 1.500 1 3.500 0 5'),
  homePage: StartIcon,
  aboutPage: icon('about', `${circle(12.5, 12.5, 8)}M12.5 11.5v5.5M12.5 8v1.2`),
  eventsPage: icon('events', 'M4.5 6.5h16v14h-16zM4.5 10.5h16M8.5 4v4M16.5 4v4'),
  informationHubPage: icon(
    'hub',
    'M12.5 6.5c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2c2-1.5 5-2 8-2v-14c-3 0-6 .5-8 2zv14',
  ),
  newsPage: icon('news-page', `${FRAME}M4.5 9.5h16M7.5 12.5h4v4h-4zM14 12.5h4M14 16.5h4`),
  testChoicePage: icon('choice', `${circle(12.5, 12.5, 8)}M12.5 4.500v16M8 10.500v4M17 10.500v4`),
  page: icon('page', `${SHEET}M9.5 10.5h6M9.5 13.5h6M9.5 16.5h4`),
  newsArticle: icon(
    'news',
    'M4.5 5.5h13v15h-11l-2-2zM17.5 9.5h3v9l-2 2h-2M7.5 9h7M7.5 12h7M7.5 15h4',
  ),
  patientStory: icon('story', 'M4.5 5.5h16v11h-9l-4 4v-4h-3zM8 9.5h9M8 12.5h6'),
  teamMember: icon('person', PERSON),
  testimonial: icon(
    'quote',
    'M5.5 17.5v-5c0-3 1.5-5 4.5-5.500M5.5 12.500h5v5h-5zM14.5 17.500v-5c0-3 1.5-5 4.5-5.500M14.5 12.500h5v5h-5z',
  ),
  infoArticle: icon('article', `${SHEET}M9.5 9.5h3M9.5 13.5h6M9.5 16.5h6`),
  researchItem: icon('research', 'M10 4.500h5M11 4.500v6l-5.5 10h14l-5.5-10v-6M8.5 15.500h8'),
  supportOrganisation: icon(
    'support',
    `${circle(12.5, 12.5, 8)}${circle(12.5, 12.5, 3)}M6.8 6.800l3.6 3.600M18.2 6.800l-3.6 3.600M6.8 18.200l3.6-3.600M18.2 18.200l-3.6-3.6`,
  ),
  approval: TickIcon,
  redirect: icon('redirect', 'M4.5 18.5v-5c0-3 2-5 5-5h11M16 4l4.5 4.5L16 13'),
  partner: icon('partner', `${circle(9, 12.5, 4.5)}${circle(16, 12.5, 4.5)}`),
  yearStatistics: icon(
    'statistics',
    'M4.5 20.500h16M6.5 20.500v-6h3v6M11 20.500v-11h3v11M15.5 20.500v-15h3v15',
  ),
  policy: icon(
    'policy',
    'M12.5 4.500l7 2.500v5.500c0 4-3 6.8-7 8c-4-1.2-7-4-7-8v-5.500zM9.5 12.500l2.2 2.200l3.8-4.2',
  ),
  resultText: icon('result', `${SHEET}M9.5 15.5h1.500l1.5-5l1.5 7l1-2h1`),
}

/** A type of the schema with its icon, which the Studio shows in lists, menus and forms. */
export const withIcon = (type: SchemaTypeDefinition): SchemaTypeDefinition =>
  isDocumentType(type.name) ? { ...type, icon: TYPE_ICONS[type.name] } : type
