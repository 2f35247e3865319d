import { button, card, keyed, reference, references, type SourceDocument, text } from './markup.ts'
import { goldSponsor, partners } from './partners.ts'
import { executiveTeam, patrons, trustees } from './team.ts'

const ids = (documents: SourceDocument[]) => documents.map((document) => document._id)

const cards = [
  card(
    'Who We Are',
    `Halyard is a charity for men’s health. A retired urological surgeon, Edmund Pellow, founded it in 2000. In his clinic
he had met hundreds of men whose prostate cancer was found too late to cure, and most of them had felt well the year before.

We are a small team with a large crew. Nurses, phlebotomists and more than 200 volunteers run our screening events. A board
of doctors checks everything that we say about health. We take no money from anyone who could gain from a result.`,
    { previewLength: 250 },
  ),
  card(
    'What We Do',
    `We bring a simple blood test, the PSA test, to the places where men already meet: village halls, sports clubs, lodges and
places of work. The test can show early that something may be wrong with the prostate. It takes about ten minutes.

We test men aged 40 to 80 and explain each result in plain words: green, amber or red, and what to do next. We also give
talks, train volunteers and campaign for a test that every man who needs one can reach, wherever he lives.`,
    { previewLength: 250 },
  ),
  card(
    'Why We Do It',
    `Each year 70,000 men in the UK die before their time. One man in five dies before he is 65. One man in eight develops
prostate cancer, and it often gives no sign until it has spread.

Found early, prostate cancer can usually be treated well, and some men need no treatment at all, only a watchful eye. But
nobody invites men for a test. A man has to know about it, and ask. Many never do. We are here so that asking is easy.`,
    { previewLength: 250 },
  ),
]

const getInvolved = [
  card(
    'Ideas for Fundraising Events',
    `You do not need to run a marathon, though you may. Quiz nights, a sponsored walk, a golf day, a curry evening or a
moustache month have all paid for screening. One village held a scarecrow trail and paid for 38 tests.

Tell us what you have in mind and we will send you posters, collection tins and a speaker if you would like one. About
£18 pays for one man’s test; £720 pays for a whole morning in a village hall.`,
    {
      previewLength: 250,
      button: button('Tell us your idea', 'mailto:fundraising@halyard.example'),
    },
  ),
  card(
    'Donate Today',
    `Most of our community events are free for the men who come, because somebody else paid before them. Your gift buys
needles and tubes, laboratory time, stamps for result letters and diesel for the van.

A regular gift helps most, because it lets us promise dates a year ahead. If you pay tax in the UK, Gift Aid adds 25p to
every pound and costs you nothing. You can also remember us in your will; ask us for our short guide.`,
    { previewLength: 250, button: button('Donate', 'https://donate.halyard.example/give') },
  ),
  card(
    'Get Involved Today!',
    `We are always glad of another pair of hands. Volunteers welcome men at the door, check names, make tea and notice who
looks pale. You need no medical knowledge, only patience and a friendly face. We train you in one evening.

Are you a nurse or phlebotomist? We need you too, for a day now and then. Could your club, lodge or firm be our host? Then
start with a talk; most hosts book a screening day soon after.`,
    {
      previewLength: 250,
      button: button('Volunteer with us', 'mailto:volunteers@halyard.example'),
    },
  ),
]

export const aboutPage: SourceDocument = {
  _id: 'aboutPage',
  _type: 'aboutPage',
  title: 'About Halyard',
  description:
    'Who we are, what we do and why: a charity, founded in 2000 by a retired urological surgeon, that brings PSA blood tests to men aged 40 to 80.',
  cards: keyed(cards),
  executiveTeam: references(ids(executiveTeam)),
  trustees: references(ids(trustees)),
  patrons: references(ids(patrons)),
  goldSponsor: reference(goldSponsor._id),
  sponsorThanks: [
    'We thank Kestrel & Vane Laboratories, gold sponsor of our 2024 screening conference in Saltmere. They paid for the hall, the live captions and the travel of 60 volunteers, and asked for nothing but a chair at the back. They measure none of our samples.',
  ],
  partners: references(ids(partners)),
  getInvolved: keyed(getInvolved),
  extraSections: keyed([
    {
      _type: 'actionSection',
      heading: 'Give us one evening',
      body: text('Six volunteers make a screening evening. You need no medical knowledge.'),
      button: button('VOLUNTEER WITH US', '/support-us/volunteer'),
    },
  ]),
}
