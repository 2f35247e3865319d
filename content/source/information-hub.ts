import { keyed, link, picture, references, type SourceDocument } from './markup.ts'

function research(id: string, title: string, description: string, label: string, href: string) {
  const button = { _type: 'callToAction', label, link: link(href) }
  return { _id: `research-${id}`, _type: 'researchItem', title, description, button }
}

const researchItems: SourceDocument[] = [
  research(
    'landmark-report',
    'What earlier testing could do',
    'A landmark report by a research charity on PSA testing, waiting times and who is missed. 48 pages, with a two-page summary in plain English.',
    'Read the report',
    'https://research.halyard.example/landmark-report-2024',
  ),
  research(
    'statistics',
    '2023 screening statistics',
    'In 2023 we did 2,397 PSA tests. See how many results were normal, how many were not, and what happened next.',
    'READ MORE',
    '/information-hub/statistics',
  ),
  research(
    'systematic-review',
    'A review of all the evidence',
    'A systematic review weighs every good study of PSA screening: how many lives it saves, and how many men it worries without need.',
    'Read the review',
    'https://research.halyard.example/systematic-review',
  ),
]

type Contact = { website?: string; number?: string; address?: string }

function organisation(id: string, title: string, contact: Contact): SourceDocument {
  const icon = picture(`logo-${id}`, `Logo of ${title}`)
  return { _id: `support-${id}`, _type: 'supportOrganisation', title, icon, ...contact }
}

const resources: SourceDocument[] = [
  organisation('prostate-lines', 'Prostate Lines', {
    website: 'https://prostate-lines.example/',
    number: '0808 157 0101',
  }),
  organisation('side-by-side', 'Side by Side: men after diagnosis', {
    website: 'https://side-by-side.example/',
    number: '0808 157 0134',
  }),
  organisation('ebony-oak', 'Ebony & Oak: Black men and prostate health', {
    website: 'https://ebony-and-oak.example/',
    number: '020 7946 0455',
  }),
  organisation('dry-days', 'Dry Days continence line', { number: '0808 157 0172' }),
  organisation('those-beside', 'Those Beside Him: partners and families', {
    website: 'https://those-beside-him.example/',
  }),
  organisation('mooring', 'The Mooring: talking when it is dark', {
    website: 'https://the-mooring.example/',
    number: '0808 157 0199',
  }),
  organisation('shed-and-bench', 'Shed and Bench workshops', {
    website: 'https://shed-and-bench.example/',
    address: 'Unit 9, Ropewalk Yard, Saltmere',
  }),
  organisation('kit-locker', 'Kit Locker: health for veterans', {
    website: 'https://kit-locker.example/',
    number: '01632 960 388',
  }),
]

const informationHubPage: SourceDocument = {
  _id: 'informationHubPage',
  _type: 'informationHubPage',
  title: 'Information Hub',
  description:
    'Clear facts about the prostate, the PSA test and men’s health, our figures, and organisations that can help.',
  articles: references(['info-prostate', 'info-mens-health', 'info-workplace']),
  research: references(researchItems.map((item) => item._id)),
  resources: references(resources.map((item) => item._id)),
  extraSections: keyed([
    { _type: 'listSection', heading: 'The latest from our news', listed: 'news', count: 3 },
  ]),
  elderlyLinkText: 'Are you over 80? Read our guidance on PSA testing for older men.',
}

export const informationHub = [...researchItems, ...resources, informationHubPage]
