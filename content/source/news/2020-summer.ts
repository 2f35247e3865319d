import { news } from './entry.ts'

export const summer2020 = [
  news({
    id: 'first-event-since-spring',
    title: 'Back in the hall, with the windows open',
    publishedOn: '2020-07-11',
    description:
      'Forty-two men came to our first event since March. This is how we kept them apart.',
    image: 'community-hall',
    body: `Saltmere village hall has nine windows, and on Saturday all of them were open. Our first event since March took place
with masks, one man at a time in the room, and a fresh apron for each test.

Every man was given a time of his own and asked to wait in his car or on the green. It took longer than usual, and it was
rather nice. Forty-two came, out of 44 who had booked.

We have learnt something. Exact times, booked ahead, are better for everybody. We will keep them when this is over.`,
  }),
  news({
    id: 'late-is-better-than-never',
    title: 'What happens to the men who were not tested?',
    publishedOn: '2020-07-20',
    description: 'We should have tested some 400 men this spring. We are looking for each of them.',
    image: 'letters',
    body: `Between April and June we would normally have tested about 400 men. From experience some 30 of them would have had an
abnormal result, and about four would have learnt that they have cancer. Those four are out there, and they do not know it.

So we have gone through our lists by hand. Every man whose test was due has had a letter with a new date. Those at high risk,
who are tested every year, come first.

Have you moved, or lost the letter? Call the booking helpline: {Booking helpline}.`,
  }),
  news({
    id: 'lodge-buys-the-van',
    title: 'A van with a sail on it',
    publishedOn: '2020-07-29',
    description:
      'Brackenfell Provincial Lodge has given us a van, so that our equipment no longer travels in five cars.',
    image: 'van',
    body: `Until this month a screening event arrived in five private cars, and something was always in the sixth. Now everything
fits into one van: tables, screens, couches, boxes of tubes and a very large kettle.

Brackenfell Provincial Lodge collected for it for two years. The keys were handed over in the car park of the Masonic hall
by Hugh Carrowmore, who insisted on a test drive. It has a sail painted on its side, so you cannot miss it.`,
  }),
  news({
    id: 'why-black-men-should-start-earlier',
    title: 'Why Black men should start earlier',
    publishedOn: '2020-08-12',
    description:
      'The risk is about twice as high, and it starts sooner. Forty-five is late enough.',
    image: 'talk',
    body: `One man in eight develops prostate cancer. Among Black men it is about one in four, and it tends to come younger. We do
not fully know why. Part of it is inherited, and part of it is that nobody told them.

If you are Black, or your family comes from Africa or the Caribbean, please start screening **by 45 at the latest**. The same
is true if your father, brother, grandfather or uncle had prostate cancer.

This autumn we will hold three evenings together with churches in Ottermouth. Winston Baptiste-Lowe, our trustee, will tell
his own story. He was 44.`,
  }),
  news({
    id: 'volunteers-wanted-for-autumn',
    title: 'Wanted: forty calm people',
    publishedOn: '2020-08-27',
    description:
      'We are looking for volunteers for the autumn. You can learn all of it in one evening, on your sofa.',
    image: 'fundraising',
    body: `Many of our volunteers are over 70 and have to stay at home for now. We need forty new ones to welcome men, check names,
keep the distance and wipe the chairs.

You need no medical knowledge. You should be able to stand for three hours and to put a nervous man at ease. The training
takes one evening by video, and Louise Farrimond-Quaye brings the jokes.

Write to [volunteers@halyard.example](mailto:volunteers@halyard.example). You choose the days, and we pay your travel.`,
  }),
  news({
    id: 'talks-go-online',
    title: 'Our talks go online',
    publishedOn: '2020-09-08',
    description:
      'The surgeon has learnt to share his screen. Clubs and firms can book him from anywhere.',
    image: 'talk',
    body: `Edmund Pellow has given his talk more than 600 times, always standing up. In August he gave it for the first time sitting
down, to 73 members of a rowing club, in 73 kitchens. It went so well that we will keep it.

Questions come in writing, without names, and a host reads them out. That turns out to be better than a hall: men ask three
times as many. The most frequent one: “Does it hurt?” It does not.

You can now book [a talk online](/events/seminar-talks) for up to 500 people.`,
  }),
  news({
    id: 'what-a-trace-means',
    title: 'PSA after treatment: why “zero” is not zero',
    publishedOn: '2020-09-17',
    description:
      'Men who have had treatment often write to us about tiny numbers. Our clinical advisor explains.',
    image: 'report',
    body: `“My PSA went from less than 0.1 to 0.1. Is it back?” We get such letters each month, and they deserve a calm answer.

After an operation the PSA should be too low to measure. Laboratories differ in how low they can measure, so that “less than
0.1” and “0.1” can be the same blood. After radiotherapy the prostate is still there, and PSA falls slowly, over two years.

What counts is whether it keeps rising. That is for your hospital team to judge, with several tests over time. Our events are
not meant for men who have been treated, but our nurses are glad to help you to write down your questions:
{Medical enquiries}.`,
  }),
  news({
    id: 'runners-in-nine-gardens',
    title: 'A marathon in nine gardens',
    publishedOn: '2020-09-28',
    description:
      'The Saltmere run was cancelled. Nine friends ran it all the same, round and round.',
    image: 'fundraising',
    body: `The longest garden was 41 metres, the shortest eleven. On Sunday nine members of the Saltmere Striders each ran 26.2 miles
without leaving home, watched by neighbours over the hedge and by one very interested dog.

They raised £3,420. That pays for 190 tests. Geoff Marchwood, who is 63 and ran in the eleven-metre garden, turned round
3,836 times. “I do not recommend it,” he says. “But my brother was found in time, and I had it in my legs.”`,
  }),
]
