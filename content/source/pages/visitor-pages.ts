import {
  box,
  button,
  card,
  file,
  health,
  keyed,
  opening,
  picture,
  type SourceDocument,
  text,
} from '../markup.ts'

const textSection = (heading: string, body: ReturnType<typeof text>) => ({
  _type: 'textSection',
  heading,
  body,
})

export const seminarPage: SourceDocument = {
  _id: 'page-seminar',
  _type: 'page',
  title: 'Seminar Talks',
  path: '/events/seminar-talks',
  description:
    'A talk on men’s health by a retired consultant urologist, for clubs, lodges and employers, in person or online.',
  introduction: text(
    'Forty minutes with a man who has operated on thousands of prostates and can still make a room laugh. Then as many questions as you like, asked aloud or on a folded piece of paper.',
  ),
  fact: {
    figure: '8 to 400',
    text: 'people have listened to one of our talks, in a pub and in a theatre',
  },
  sections: keyed([
    textSection(
      'The talk',
      text(
        `Our speaker is a retired consultant urologist. He explains what the prostate does, what goes wrong, what the PSA test can
and cannot tell you, and what he would do himself.`,
        picture('talk', 'A speaker beside a screen in front of a seated audience.'),
        `### What your audience gains

- They know their own risk, and what to do about it.
- They learn which signs should take them to a doctor.
- They have asked what they never dared to ask.
- Partners are welcome, and often ask the best questions.

### Topics to choose from

- The prostate and the PSA test
- Men’s health after 40: heart, weight, sleep and mood
- Cancer in the family: what is inherited and what is not
- When a colleague is ill: how to talk about it`,
        opening(
          'Made to fit you',
          `We fit the talk to your group. A lunchtime session at work can take half an hour; an evening at a lodge can fill two. We
have spoken to eight people in a pub and to four hundred in a theatre. We can speak with slides or without, from a stage or from
the end of a table, with sign language or live captions if you tell us four weeks ahead.

If you would like screening on the same day, we can bring a nurse, so that men can be tested straight after the talk.`,
        ),
      ),
    ),
    textSection(
      'See for yourself',
      text({
        _type: 'video',
        title: 'What happens at a Halyard talk',
        file: file('seminar-talk.mp4'),
        captions: file('seminar-talk.vtt'),
        poster: picture('talk', 'A speaker beside a screen in front of a seated audience.'),
        transcript: text(
          `Men do not like to talk about this. So we do the talking.

One man in eight. Plain words, a few jokes. What the PSA test can tell you, and what it cannot.

Then your questions. Every one of them. Ask for a talk: talks@halyard.example.`,
        ),
      }),
    ),
    {
      _type: 'cardSection',
      heading: 'In person or online',
      cards: keyed([
        card(
          'In person',
          'Anywhere in England and Wales. You provide a room and a screen. We ask for travel costs and, if you can, a gift towards screening.',
        ),
        card(
          'Online',
          'By video call for up to 500 people. We bring a host who collects questions, so that nobody has to ask under his own name.',
        ),
      ]),
    },
  ]),
  contact: {
    text: 'Tell us about your group, and when you meet.',
    email: 'talks@halyard.example',
  },
}

export const screeningEventPage: SourceDocument = {
  _id: 'page-screening-event',
  _type: 'page',
  title: 'What is a Halyard screening event?',
  path: '/halyard-screening-event',
  isHealthText: true,
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    ['Halyard screening protocol, 2026'],
    [
      'A review of the evidence on PSA testing (sample)',
      'https://research.halyard.example/systematic-review',
    ],
  ]),
  description:
    'What happens at a PSA screening event, who can come, how to prepare and what your result means.',
  introduction: text(
    'A screening event is a morning, an evening or a day on which we test men for signs of prostate problems, in a hall, a club, a lodge or a workplace near you.',
  ),
  sections: keyed([
    textSection(
      'Who can come?',
      text(
        `Men aged 40 to 80. We especially welcome Black men, men whose family comes from Africa or the Caribbean and men with
prostate cancer in the family: they should start by 45 at the latest.

Please do not book if you know of a problem with your prostate or are being treated for one. Your own doctor should look
after your tests. If you are over 80, please read [our guidance for older men](/information-hub/elderly-psa-testing).

Not sure about the test? Read [its benefits and harms in numbers](/is-a-psa-test-right-for-me).`,
      ),
    ),
    textSection(
      'From booking to result',
      text(
        `1. [Create an account](/signup), with your full name as on your passport or birth certificate.
2. [Choose an event](/book-event-main) and a time.
3. Answer a few questions about your health and give your consent.
4. Pay by card, if the event is not free. You get a confirmation by email: only then is your booking complete.
5. Come along. A nurse takes a small sample of blood from your arm. It takes about ten minutes.
6. You get your result within about a week, as a colour and in words.`,
        box(
          'information',
          'For 48 hours before the test',
          'Do not cycle hard and do not ejaculate. You may eat and drink as usual, and take your usual medicines.',
        ),
      ),
    ),
    textSection(
      'What the colours mean',
      text(
        box(
          'green',
          'Green: normal',
          'Come again in 1, 2 or 3 years, for high, intermediate or low risk.',
        ),
        box('amber', 'Amber: slightly raised', 'Have the test again in 3 months.'),
        box(
          'red',
          'Red: significantly raised',
          'See your GP. We give you a letter to take with you.',
        ),
        `No test is perfect. A raised PSA can have harmless reasons, and a normal one does not rule cancer out. You can read more
about [the prostate and the PSA test](/information-hub/prostate-diseases-and-prostate-cancer).`,
        button('BOOK AN EVENT', '/book-event-main'),
      ),
    ),
  ]),
}

/** Shows how a version in another language works. It has no medical text: that needs a translator who knows the subject. */
export const welshSamplePage: SourceDocument = {
  _id: 'page-welsh-sample',
  _type: 'page',
  title: 'Sampl: tudalen Gymraeg',
  path: '/cy/digwyddiad-sgrinio',
  language: 'cy',
  original: { _type: 'reference', _ref: 'page-screening-event' },
  description: 'Sampl yn unig. A sample only: the Welsh version of this page is not written yet.',
  introduction: text('Sampl yn unig.'),
  sections: keyed([
    textSection(
      'Sample',
      text(
        box(
          'information',
          'This is a sample',
          'It shows where the Welsh version of the page about our screening events will be. A translator who knows the subject writes it; no medical text is translated by a machine.',
        ),
      ),
    ),
  ]),
}
