import { keyed, picture, references, type SourceDocument } from './markup.ts'

export const homePage: SourceDocument = {
  _id: 'homePage',
  _type: 'homePage',
  heroTitle: "Advocacy for Men's Health",
  heroSubtitle: 'Campaigning for Accessible PSA Screening',
  audience: 'For men aged 40 to 80, with or without symptoms.',
  fact: { figure: '1 in 8', text: 'men will have prostate cancer in their lifetime' },
  screening: {
    heading: 'HALYARD SCREENING EVENTS',
    text: [
      'We bring a simple blood test for prostate problems to village halls, sports clubs, lodges and workplaces. It takes about ten minutes, and a nurse or phlebotomist does it.',
      'You choose a time, give a small sample of blood and go on with your day. Your result comes with plain words: green, amber or red, and what to do next.',
    ],
  },
  donation: {
    heading: 'Pay for the next test',
    text: 'A gift of £15 pays for one blood test and its result, for a person who could not pay for it.',
  },
  extraSections: keyed([
    {
      _type: 'factSection',
      heading: 'What one evening does',
      facts: keyed([
        { _type: 'fact', figure: '120', text: 'people tested on a usual evening' },
        { _type: 'fact', figure: '7 days', text: 'until most results can be read' },
        { _type: 'fact', figure: '10 min', text: 'from the door to the tea' },
      ]),
      source: 'our own records of 2024',
    },
  ]),
  testimonials: references(['testimonial-police', 'testimonial-freemasons', 'testimonial-golf']),
  about: {
    heading: 'About Halyard',
    text: [
      'Halyard was founded in 2000 by a retired urological surgeon who had met too many men too late. Each year 70,000 men in the UK die before their time, and one man in five dies before he is 65.',
      'One man in eight develops prostate cancer. Found early, it can usually be treated well. We test men aged 40 to 80 where they already meet, and we speak up for a test that every man can reach.',
    ],
    image: picture(
      'harbour-hall',
      'Men arriving at a community hall with bunting, beside a harbour with two sailing boats.',
    ),
  },
}
