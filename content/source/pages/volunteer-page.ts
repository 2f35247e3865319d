import { button, keyed, picture, type SourceDocument, table, text } from '../markup.ts'

/** Most kinds of sections, each once; the others are on the pages with fixed parts. */
export const volunteerPage: SourceDocument = {
  _id: 'page-volunteer',
  _type: 'page',
  title: 'Volunteer with us',
  path: '/support-us/volunteer',
  description:
    'A few hours a month at a screening evening: what our volunteers do, how to join, and the questions that people ask first.',
  introduction: text(
    'A screening evening needs two nurses and six people who are good with other people. You could be one of the six.',
  ),
  sections: keyed([
    {
      _type: 'pictureSection',
      heading: 'What you do on the evening',
      image: picture(
        'community-hall',
        'Five men stand and chat outside a village hall hung with bunting.',
        { caption: 'The queue at a village hall is part of the evening.' },
      ),
      side: 'left',
      body: text(
        `You welcome people at the door, help them to find their appointment and the tea, and stay with anybody who is nervous.
You do not handle blood, results or payments.`,
      ),
      button: button('SEE OUR EVENTS', '/events'),
    },
    {
      _type: 'stepSection',
      heading: 'How to join',
      steps: keyed([
        {
          _type: 'step',
          heading: 'Write to us',
          body: text('Tell us where you live and which evenings you have free.'),
        },
        {
          _type: 'step',
          heading: 'Meet a coordinator',
          body: text('Half an hour by telephone. We ask for two people who know you.'),
        },
        {
          _type: 'step',
          heading: 'Come to one evening',
          body: text('You watch the first one beside an experienced volunteer. Then you decide.'),
        },
      ]),
    },
    {
      _type: 'tableSection',
      heading: 'The roles',
      caption: 'What each role needs',
      body: text(
        table(
          ['Role', 'Time on the evening', 'Training', 'On your feet'],
          ['Welcome', '3 hours', 'One hour, online', 'Most of the time'],
          ['Tea and talk', '3 hours', 'None', 'Half of the time'],
          ['Setting up', '2 hours', 'None', 'Yes, with lifting'],
        ),
        'Travel is paid at 45p a mile.',
      ),
    },
    {
      _type: 'gallerySection',
      heading: 'Where we have been',
      pictures: keyed([
        picture('golf', 'A golfer stands beside the flag on a green, with a club house behind.', {
          caption: 'A golf club',
        }),
        picture('lodge', 'An arched hall with two columns and a row of chairs.', {
          caption: 'A lodge',
        }),
        picture('van', 'A white van on a road beside the sea.', {
          caption: 'The van that carries it all',
        }),
      ]),
    },
    {
      _type: 'quoteSection',
      quote:
        'I came for one evening because my brother asked me to. That was four years ago.\n\nYou do not forget the face of a man who has just decided to go in.',
      name: 'Marian, volunteer',
      role: 'Saltmere',
    },
    {
      _type: 'videoSection',
      heading: 'Hear one of our talks',
      video: {
        _type: 'video',
        title: 'What happens at a Halyard talk',
        file: { _type: 'file', _sanityAsset: 'file@file://./files/seminar-talk.mp4' },
        captions: { _type: 'file', _sanityAsset: 'file@file://./files/seminar-talk.vtt' },
        poster: picture('talk', 'A speaker beside a screen in front of a seated audience.'),
        transcript: text('Men do not like to talk about this. So we do the talking.'),
      },
    },
    { _type: 'listSection', heading: 'The next evenings', listed: 'events', count: 2 },
    { _type: 'formSection', form: 'contact', heading: 'Write to us about volunteering' },
  ]),
}
