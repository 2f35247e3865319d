import { news } from './entry.ts'

export const spring2020 = [
  news({
    id: 'twenty-years-of-halyard',
    title: 'Twenty years of Halyard',
    publishedOn: '2020-01-15',
    description: 'What began with one surgeon and a borrowed hall is twenty years old this month.',
    image: 'harbour-hall',
    body: `In January 2000 Edmund Pellow retired from the hospital and hired the scout hut in Saltmere for an afternoon. He had
posted thirty cards through letter boxes. Nineteen men came. One of them had a PSA of 14 and is alive today.

Twenty years later we have tested men in 212 halls, clubs and lodges. Edmund still comes to some of them. “I thought that
the health service would have taken it over by now,” he says. “Until it does, we carry on.”

We will mark the year with open evenings in March, June and October. Everybody who ever put out chairs for us is invited.`,
  }),
  news({
    id: 'poster-for-world-cancer-day',
    title: 'A poster for World Cancer Day',
    publishedOn: '2020-02-03',
    description:
      'Tomorrow is World Cancer Day. Our poster says the one thing that we most want men to know.',
    image: 'report',
    body: `One man in eight develops prostate cancer. That is one in every pew, one in every five-a-side match and a few on every bus.

We have put it on a poster, with eight men in a row. You can look at it [on its own page](/world-cancer-day-poster), read its
words, print it and put it up in your club, surgery or canteen. No permission is needed.

If your club would like it on card, with your own telephone number at the bottom, write to
{E-mail for enquiries}. Old Loft Printers are doing 500 of them for us without charge.`,
  }),
  news({
    id: 'does-cycling-raise-psa',
    title: 'You asked: does cycling raise my PSA?',
    publishedOn: '2020-02-19',
    description: 'It can, for a day or two. Here is what to do before your test.',
    image: 'blood-test',
    body: `A member of a cycling club in Calder Quay wrote to us after his PSA came back slightly raised. He had ridden 60 miles on
the morning of the test. Three months later, after two days off the bike, it was normal.

PSA is made in the prostate. Pressure on it, for example from a saddle, can push a little more into the blood. So can sex, a
urine infection, and an examination with a finger.

- For 48 hours before the test: no hard cycling and no ejaculation.
- After a urine infection: wait six weeks.
- Walking, running and swimming make no difference.

If you forgot, tell us when you come. We would rather move your appointment than frighten you with a number.`,
  }),
  news({
    id: 'spring-events-paused',
    title: 'Our spring events have to wait',
    publishedOn: '2020-04-02',
    description:
      'All screening events until the end of June are off. Nobody loses his place or his money.',
    image: 'letters',
    body: `Because of coronavirus we have stopped all events until the end of June. Most of the men whom we test are over 50, and
most of our volunteers are too. We will not bring them together in a room.

Everybody who had booked has been sent an email. You can keep your place for the new date or have all of your money back.

**If your last result was red, please do not wait for us.** Ring your GP. Surgeries are open, and a raised PSA is a good
reason to call. If you have blood in your urine or cannot pass urine, ring today.`,
  }),
  news({
    id: 'nurses-on-the-line',
    title: 'Our nurses are on the line',
    publishedOn: '2020-04-23',
    description: 'There are no events, but there are nurses. Ring them.',
    image: 'phone',
    body: `Denise Penhallick normally spends her Saturdays taking blood. Since there is nothing to take, she and four colleagues
answer the telephone instead: {Medical enquiries}, on weekdays from ten to four.

In the first three weeks 164 men called. Half of them asked what their last result meant, now that they had time to think
about it. Eleven had signs that could not wait, and we helped them to see a doctor.

“The longest call took an hour and ten minutes,” says Denise. “His wife had died in March, and he wanted to know what a
PSA was. We got round to it in the end.”`,
  }),
]
