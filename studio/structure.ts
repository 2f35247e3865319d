import type { StructureBuilder, StructureResolver } from 'sanity/structure'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'

/** The menu on the left, in the words and the order of the people who use it. */
export const structure: StructureResolver = (S) =>
  S.list()
    .title('Content')
    .items([
      single(S, 'siteSettings', 'Site settings'),
      S.divider(),
      S.listItem()
        .title('Pages')
        .id('pages')
        .child(
          S.list()
            .title('Pages')
            .items([
              single(S, 'homePage', 'Home'),
              single(S, 'aboutPage', 'About us'),
              single(S, 'eventsPage', 'Events overview'),
              single(S, 'newsPage', 'News overview'),
              single(S, 'informationHubPage', 'Information hub overview'),
              S.divider(),
              documents(S, 'page', 'Other pages', { field: 'path', direction: 'asc' }),
            ]),
        ),
      S.divider(),
      documents(S, 'newsArticle', 'News', { field: 'publishedOn', direction: 'desc' }),
      documents(S, 'patientStory', 'Patient stories'),
      team(S),
      documents(S, 'testimonial', 'Testimonials', { field: 'name', direction: 'asc' }),
      S.divider(),
      S.listItem()
        .title('Information hub')
        .id('information-hub')
        .child(
          S.list()
            .title('Information hub')
            .items([
              documents(S, 'infoArticle', 'Articles', { field: 'title', direction: 'asc' }),
              documents(S, 'researchItem', 'Research and data'),
            ]),
        ),
      documents(S, 'partner', 'Partners', { field: 'name', direction: 'asc' }),
      documents(S, 'supportOrganisation', 'Support organisations', {
        field: 'title',
        direction: 'asc',
      }),
      S.divider(),
      documents(S, 'yearStatistics', 'Statistics', { field: 'year', direction: 'desc' }),
      documents(S, 'policy', 'Policies', { field: 'title', direction: 'asc' }),
    ])

/** A document of which there is one: opened at once, without a list. Its id is the name of its type. */
function single(S: StructureBuilder, type: string, title: string) {
  return S.listItem()
    .title(title)
    .id(type)
    .schemaType(type)
    .child(S.document().schemaType(type).documentId(type).title(title))
}

type Order = { field: string; direction: 'asc' | 'desc' }

function documents(S: StructureBuilder, type: string, title: string, order?: Order) {
  const list = S.documentTypeList(type).title(title)
  return S.listItem()
    .title(title)
    .id(type)
    .schemaType(type)
    .child(order ? list.defaultOrdering([order]) : list)
}

const GROUPS = [
  ['executive', 'Executive team'],
  ['trustee', 'Trustees / clinical advisors'],
  ['patron', 'Patrons'],
] as const

function team(S: StructureBuilder) {
  const groups = GROUPS.map(([group, title]) =>
    S.listItem()
      .title(title)
      .id(group)
      .child(
        S.documentList()
          .title(title)
          .apiVersion(SANITY_API_VERSION)
          .schemaType('teamMember')
          .filter('_type == "teamMember" && group == $group')
          .params({ group })
          .defaultOrdering([{ field: 'name', direction: 'asc' }]),
      ),
  )
  const all = documents(S, 'teamMember', 'Everybody', { field: 'name', direction: 'asc' })
  const list = S.list()
    .title('Team')
    .items([all, S.divider(), ...groups])
  return S.listItem().title('Team').id('team').child(list)
}
