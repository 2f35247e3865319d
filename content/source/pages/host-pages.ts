import { card, keyed, opening, picture, references, type SourceDocument, text } from '../markup.ts'
import { corporatePartners } from '../partners.ts'

const textSection = (heading: string, body: ReturnType<typeof text>) => ({
  _type: 'textSection',
  heading,
  body,
})

export const corporatePage: SourceDocument = {
  _id: 'page-corporate',
  _type: 'page',
  title: 'Corporate Screening',
  path: '/events/corporate-screening',
  description:
    'PSA screening at your place of work for employees aged 40 to 80: at least 40 people per session, confidential results, nobody away from work for more than 20 minutes.',
  introduction: text(
    `Your people will not all go to a doctor. They will all come to work. Give them ten minutes and a quiet room, and one of
them may live twenty years longer.`,
  ),
  fact: { figure: '20 minutes', text: 'is the longest that anybody is away from work' },
  sections: keyed([
    {
      _type: 'cardSection',
      heading: 'Why screen at work?',
      cards: keyed([
        card(
          'For your people',
          'One man in eight develops prostate cancer, and early on it gives no sign. A test at work costs a man no holiday, no travel and no telephone queue.',
        ),
        card(
          'For your company',
          'Cancer that is found late takes a colleague away for a year or for ever. Found early, it often costs a few weeks. Staff also tell us that it is the benefit they talk about at home.',
        ),
        card(
          'For your planning',
          'You give us a room; we bring nurses and equipment. A session needs at least 40 employees. In London smaller groups are possible.',
        ),
      ]),
    },
    textSection(
      'How it works',
      text(
        `1. We agree a date and a room about eight weeks ahead.
2. We set up a private event. You give the access code to your employees, and nobody else can see the times.
3. Each man books his own time and fills in the consent form online.
4. One nurse tests about 12 men an hour. Larger firms can have several nurses.
5. Each man gets his result within about a week: green, amber or red, with advice on what to do next.`,
        opening(
          'Are the results confidential?',
          `Yes. The result belongs to the man who was tested, and to nobody else. It goes to him alone, by the way he chose when
he booked. Your occupational health team does not receive it, your insurer does not, and neither do you.

After the day you get one page about the group as a whole: how many were tested and how many results were green, amber or
red. We only write that page when the group is so large that nobody in it can be recognised. If a man wants his GP to know,
he can ask us to send the result there. We never do it without asking.`,
        ),
      ),
    ),
    {
      _type: 'partnerSection',
      heading: 'Employers who work with us',
      partners: references(corporatePartners),
    },
  ]),
  contact: {
    text: 'Ask for dates and prices. We answer within two working days.',
    email: 'workplace@halyard.example',
    phones: ['01632 960 162', '020 7946 0183'],
  },
}

export const communityPage: SourceDocument = {
  _id: 'page-community',
  _type: 'page',
  title: 'Community Screening',
  path: '/events/community-screening',
  description:
    'Hold a PSA screening day in your village hall, club, church or mosque: why host one, how it works, what we bring and what you do.',
  introduction: text(
    'The best place for a test is the place where a man already feels at home. If you can lend us a hall for a morning, we can do the rest together.',
  ),
  sections: keyed([
    textSection(
      'Why host a screening day?',
      text(
        `Because somebody you know needs it. At a first screening about 8 men in 100 have an abnormal result, and most of them had
no idea. In a village of 500 households, a single morning usually finds a handful of men who should see their GP.

It also brings people together. Hosts tell us that men who had not spoken for years ended up at the same tea table.`,
        picture(
          'community-hall',
          'Five men stand and chat outside a village hall hung with bunting.',
        ),
      ),
    ),
    textSection(
      'How it works',
      text(
        `1. You write to us with a place and three possible dates.
2. We look at the room together, on a video call.
3. You raise what the day costs, from a parish grant, a club or a local firm. We help you to ask. About £720 pays for 40 men.
4. We open the event for booking, and you put up the posters that we send.
5. We come, we test, we tidy up. Results go out within about a week.
6. We stay in touch with every man whose result was not normal, and ask how he is within 6 months.`,
      ),
    ),
    {
      _type: 'cardSection',
      heading: 'Who brings what?',
      cards: keyed([
        card(
          'What the charity provides',
          `- Nurses or phlebotomists, trained and insured
- Needles, tubes, forms and the laboratory
- Online booking and a telephone helpline
- Posters, and a speaker if you would like one
- Results, advice and a letter for the GP where needed`,
          {
            image: picture(
              'blood-test',
              'A nurse’s gloved hand holds a small tube beside an arm with a band.',
            ),
          },
        ),
        card(
          'What the host provides',
          `- A warm hall with a side room and step-free access
- Tables, thirty chairs, a kettle and a socket
- Parking, or a bus that stops nearby
- Six volunteers for the door, the list and the tea
- Somebody who tells everybody about it`,
          { image: picture('football', 'A football club house beside a pitch with a goal.') },
        ),
      ]),
    },
  ]),
  contact: {
    text: 'Would you like us to come? Tell us where you are.',
    email: 'community@halyard.example',
    phones: ['{Booking helpline}'],
  },
}
