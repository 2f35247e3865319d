import {
  formSection,
  gallerySection,
  listSection,
  partnerSection,
  pictureSection,
  tableSection,
  videoSection,
} from './pictures-and-lists.ts'
import { sectionList } from './section.ts'
import {
  actionSection,
  cardSection,
  factSection,
  questionSection,
  quoteSection,
  stepSection,
  textSection,
} from './words.ts'

/** Every kind of section, in the order of the Studio's menu. `src/content/read/section-kinds.ts` reads them. */
export const sectionTypes = [
  textSection,
  pictureSection,
  cardSection,
  actionSection,
  questionSection,
  stepSection,
  tableSection,
  factSection,
  quoteSection,
  gallerySection,
  videoSection,
  listSection,
  formSection,
  partnerSection,
]

const NAMES = sectionTypes.map(({ name }) => name)

export const sectionsField = () =>
  sectionList(NAMES, { name: 'sections', title: 'Sections, in the order shown' }, true)

/** For pages with fixed parts. */
export const extraSectionsField = () =>
  sectionList(NAMES, {
    name: 'extraSections',
    title: 'More sections',
    description: 'Shown after the other parts of the page, in this order.',
  })
