import { defineArrayMember, defineField, defineType } from 'sanity'
import {
  EVENT_SECTIONS,
  type EventSection,
  firstRepeated,
} from '../../src/content/rules/content-choices.ts'
import { typeTitle } from '../../src/content/rules/document-types.ts'
import {
  choices,
  descriptionField,
  emailProblem,
  orderedReferences,
  paragraphs,
  requiredPicture,
  requiredString,
  titleField,
} from '../fields.ts'
import { extraSectionsField } from '../sections/all.ts'

const threeCards = (name: string, title: string) =>
  defineField({
    name,
    title,
    type: 'array',
    of: [defineArrayMember({ type: 'card' })],
    validation: (rule) => rule.required().length(3).error('There are always three cards here'),
  })

export const aboutPage = defineType({
  name: 'aboutPage',
  title: typeTitle('aboutPage'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField(),
    threeCards('cards', 'Who We Are, What We Do, Why We Do It'),
    orderedReferences('executiveTeam', 'Executive team', 'teamMember', 'group == "executive"'),
    orderedReferences(
      'trustees',
      'Trustees / Clinical Advisory Board',
      'teamMember',
      'group == "trustee"',
    ),
    orderedReferences('patrons', 'Charity patrons', 'teamMember', 'group == "patron"'),
    defineField({
      name: 'goldSponsor',
      title: 'Gold sponsor',
      type: 'reference',
      to: [{ type: 'partner' }],
    }),
    paragraphs('sponsorThanks', 'Thanks to the gold sponsor'),
    orderedReferences('partners', 'Sponsors and supporters', 'partner'),
    threeCards('getInvolved', 'Get involved'),
    extraSectionsField(),
  ],
  preview: { select: { title: 'title' } },
})

export const informationHubPage = defineType({
  name: 'informationHubPage',
  title: typeTitle('informationHubPage'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField(),
    orderedReferences('articles', 'Articles', 'infoArticle'),
    orderedReferences('research', 'Research and data', 'researchItem'),
    orderedReferences('resources', 'Resources', 'supportOrganisation'),
    requiredString('elderlyLinkText', 'Words of the link for men over 80'),
    extraSectionsField(),
  ],
  preview: { select: { title: 'title' } },
})

export const newsPage = defineType({
  name: 'newsPage',
  title: typeTitle('newsPage'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField(),
    requiredString('bannerText', 'Words under the Patient Journey banner'),
    orderedReferences('stories', 'Patient stories', 'patientStory'),
    defineField({
      name: 'pinnedEntry',
      title: 'First entry',
      description: 'Shown before all others, whatever its date.',
      type: 'reference',
      to: [{ type: 'newsArticle' }],
    }),
  ],
  preview: { select: { title: 'title' } },
})

const EVENT_SECTION_TITLES: Readonly<Record<EventSection, string>> = {
  community: 'Community',
  freemason: 'Freemasons',
  corporate: 'Corporate',
  speaker: 'Speaker requests',
}

/** The menu leads to one section for each. */
function repeatedAudience(sections: unknown): true | string {
  const given = Array.isArray(sections) ? (sections as { audience?: string }[]) : []
  const index = firstRepeated(given.map(({ audience }, at) => audience ?? at))
  return index < 0 || `Section ${index + 1} is for the same people as another`
}

export const eventsPage = defineType({
  name: 'eventsPage',
  title: typeTitle('eventsPage'),
  type: 'document',
  fields: [
    titleField(),
    descriptionField(),
    defineField({
      name: 'sections',
      title: 'Sections',
      type: 'array',
      validation: (rule) => [
        rule.required().length(EVENT_SECTIONS.length).error('There are always four sections here'),
        rule.custom(repeatedAudience),
      ],
      of: [
        defineArrayMember({
          name: 'eventsSection',
          type: 'object',
          fields: [
            defineField({
              name: 'audience',
              title: 'For whom',
              type: 'string',
              options: { list: choices(EVENT_SECTION_TITLES) },
              validation: (rule) => rule.required().error('Choose for whom the section is'),
            }),
            requiredString('heading', 'Heading'),
            paragraphs('text', 'Paragraphs'),
            requiredPicture(),
            defineField({ name: 'learnMore', title: 'Button “learn more”', type: 'callToAction' }),
            defineField({
              name: 'contactEmail',
              title: 'E-mail for requests',
              type: 'string',
              validation: (rule) => rule.custom(emailProblem),
            }),
          ],
          preview: { select: { title: 'heading', subtitle: 'audience', media: 'image' } },
        }),
      ],
    }),
    extraSectionsField(),
  ],
  preview: { select: { title: 'title' } },
})
