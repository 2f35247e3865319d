import { news } from './entry.ts'

export const year2022 = [
  news({
    id: 'two-thousand-tests',
    title: 'Nearly two thousand tests this year',
    publishedOn: '2022-12-05',
    description: 'It was our busiest year so far. What stands behind the number?',
    image: 'report',
    body: `Our last event of 2022 was on Saturday, so we can count: 1,968 PSA tests in 61 places. In 2021 it was 1,482.

Of the men tested, 143 had an abnormal result (7.41%). Twenty-one have been found to have cancer so far. Sixteen are being
treated to cure it, and five are being watched.

Where do the other men come from? Mostly from each other. When we ask how they heard of us, two in three say: from a friend who
had been. You find [the figures for every year](/information-hub/statistics) in our information hub.`,
  }),
  news({
    id: 'what-about-mri-first',
    title: 'Scan first, needle second',
    publishedOn: '2022-12-09',
    description: 'What happens after a red letter has become much kinder in the last ten years.',
    image: 'scanner',
    body: `Ten years ago a raised PSA usually led straight to a biopsy, with a dozen needles. Today almost every hospital does an MRI
scan first. If it shows nothing suspicious, many men need no biopsy at all. If it does, the doctor knows where to look.

Small, slow cancers are often left alone and watched. That is called active surveillance. It means regular tests, and no
treatment unless something changes.

Why does it matter to you? The strongest argument against PSA testing was always the harm that came after it. There is a good
deal less of that now.`,
  }),
  news({
    id: 'quiz-night-questions',
    title: 'Thirty questions for your quiz night',
    publishedOn: '2022-12-13',
    description:
      'Where is the prostate? What is a halyard? Run your own quiz and pay for a few tests.',
    image: 'fundraising',
    body: `The landlord of the Capstan in Saltmere has written a quiz for us, and you may use it. Thirty questions on boats, football,
the human body and films that men pretend not to cry at.

Ask £2 a head, have a round about health in the middle, and put our collection tin by the bar. His first night made £286. That
is fifteen tests and a bit.

Write to [fundraising@halyard.example](mailto:fundraising@halyard.example) and we send you questions, answers and posters. What is a
halyard? The rope that hoists the sail.`,
  }),
  news({
    id: 'dates-for-the-new-year',
    title: 'Dates for the new year are open',
    publishedOn: '2022-12-20',
    description: 'You can book from today. Saturdays fill first, so here is a hint.',
    image: 'phone',
    body: `Events from January to April are now open for booking. Saturday mornings are usually full within a week. Weekday evenings
are quieter, and the parking is better.

If your last test was a year, two years or three years ago and your letter said “come again”, now is the time.

[See all events](/book-event-main). If nothing near you is on the list, ask us what it takes to bring one to your village.`,
  }),
]
