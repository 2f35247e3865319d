import { button, keyed, picture, type SourceDocument, text } from './markup.ts'

export const eventsPage: SourceDocument = {
  _id: 'eventsPage',
  _type: 'eventsPage',
  title: 'Events',
  description:
    'Screening events for communities, freemasons’ lodges and employers, and speakers for your club or company.',
  extraSections: keyed([
    {
      _type: 'questionSection',
      heading: 'Before you come',
      questions: keyed([
        {
          _type: 'question',
          question: 'Do I need to fast?',
          answer: text('No. Eat and drink as usual, and take your medicines.'),
        },
        {
          _type: 'question',
          question: 'How long does it take?',
          answer: text(
            'About ten minutes. [The page about the test](/halyard-screening-event) says what happens.',
          ),
        },
        {
          _type: 'question',
          question: 'May I bring somebody?',
          answer: text('Yes. There is tea for them too.'),
        },
      ]),
    },
  ]),
  sections: keyed([
    {
      _type: 'eventsSection',
      audience: 'community',
      heading: 'COMMUNITY',
      text: [
        'Our community events are open to every man aged 40 to 80, wherever he lives. They take place in village halls, sports clubs, churches and mosques, often on a Saturday.',
        'A local group invites us and finds the room. We bring nurses, equipment and kindness. Most of these events are free, because somebody nearby has paid for them.',
      ],
      image: picture(
        'community-hall',
        'Five men stand and chat outside a village hall hung with bunting.',
      ),
      learnMore: button('LEARN MORE', '/events/community-screening'),
    },
    {
      _type: 'eventsSection',
      audience: 'freemason',
      heading: 'FREEMASONS',
      text: [
        'Provincial lodges were among the first to ask us in, and they still hold some of our largest evenings. Brethren, families and neighbours are welcome.',
        'Gareth organised an evening for his own lodge. Read what happened, and what he would tell other almoners.',
      ],
      image: picture('lodge', 'An arched hall with two columns and a row of chairs.'),
      learnMore: button('LEARN MORE', '/news/patient-journey/gareth'),
    },
    {
      _type: 'eventsSection',
      audience: 'corporate',
      heading: 'CORPORATE',
      text: [
        'We come to your place of work, test those who wish it, and are gone by the afternoon. Nobody is away from his desk for more than 20 minutes, and every result is confidential.',
        'A session needs at least 40 employees. In London smaller groups are possible.',
      ],
      image: picture(
        'office',
        'A nurse tests a man with one sleeve rolled up in an office; two colleagues work at their desks.',
      ),
      learnMore: button('LEARN MORE', '/events/corporate-screening'),
    },
    {
      _type: 'eventsSection',
      audience: 'speaker',
      heading: 'SPEAKER REQUESTS',
      text: [
        'A retired consultant urologist talks about men’s health as he would to a friend: plainly, with humour, and with time for questions. In person or online.',
      ],
      image: picture('talk', 'A speaker beside a screen in front of a seated audience.'),
      learnMore: button('LEARN MORE', '/events/seminar-talks'),
      contactEmail: 'talks@halyard.example',
    },
  ]),
}
