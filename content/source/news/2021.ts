import { news } from './entry.ts'

export const year2021 = [
  news({
    id: 'what-your-colour-means',
    title: 'Green, amber, red: our letters have changed',
    publishedOn: '2021-03-04',
    description: 'We asked 120 men what they understood from their result. Then we wrote it again.',
    image: 'letters',
    body: `Last autumn we showed our old letter to 120 men in waiting rooms and asked what it told them to do. Thirty-one were not
sure. Nine thought that a normal result meant they could never get cancer.

The new letter begins with a colour, a shape and one sentence.

- **Green, a circle: normal.** Come again in 1, 2 or 3 years, depending on your risk.
- **Amber, a triangle: slightly raised.** Have the test again in 3 months.
- **Red, a square: significantly raised.** See your GP, and take the letter with you.

The shapes are there because one man in twelve does not see colours as others do. Several of them told us so.`,
  }),
  news({
    id: 'letter-for-your-gp',
    title: 'A letter to take to your GP',
    publishedOn: '2021-03-11',
    description:
      'You have a right to a PSA test from 50, and to talk about it before. This page helps you to ask.',
    image: 'letters',
    body: `Any man over 50 can ask his GP for a PSA test, once he has talked over what it can and cannot tell him. Many men do not
know this. Some have been told no.

Dr Ngozi Halloran-Ade, our clinical advisor, has written a page that you can hand over at the desk. It says who you are, why
you ask and what you have understood. It is polite, and it is hard to refuse.

[Download the letter (PDF)](file:letter-for-your-gp.pdf), fill in your name and take it with you.`,
  }),
  news({
    id: 'police-test-142',
    title: 'A hundred and forty-two officers and a thermos',
    publishedOn: '2021-03-18',
    description:
      'Ottermouth Police opened their gym to us for a day. It was our largest event at a workplace so far.',
    image: 'community-hall',
    body: `It began with one sergeant, who had lost his father. He asked for a screening day at headquarters and was told to expect
sixty names. By noon we had run out of parking, and by two of biscuits.

We tested 142 officers and staff between shifts, with three nurses. Eleven had an abnormal result, which is about what we
would expect: some 8 in 100.

Would your employer do the same? See how [corporate screening](/events/corporate-screening) works.`,
  }),
  news({
    id: 'family-tree-evening',
    title: 'Draw your family tree before you come',
    publishedOn: '2021-03-25',
    description:
      'Who had cancer, and how old were they? The answer can change how often we test you.',
    image: 'elderly',
    body: `Our form asks whether your father, brother, grandfather or uncle had prostate cancer, and whether your mother, sister,
grandmother or aunt had cancer of the breast or ovary. Four men in ten tick “don’t know”.

Ask, while there is somebody to ask. Draw a tree, write down who had what, and at what age. Bring it along, or keep it for the
next time that you are asked.

Why the women? Some families pass on a fault in a gene called BRCA. It raises the risk of all these cancers, in men too. If
several of your relatives are on the list, your GP can send you to a genetics clinic.`,
  }),
  news({
    id: 'results-online',
    title: 'Results online, as well as by post',
    publishedOn: '2021-05-05',
    description:
      'You can now see your result in your own account, with the same words as in the letter.',
    image: 'phone',
    body: `From this month you find your result under Medical Results when you sign in. The letter still comes by post, if you
prefer. You see the number, the colour, what it means and when your next test is due.

We do not send results by email or text message, because the wrong person might read them. We send a note that says something
is waiting for you, and nothing else.

Past visitors: the booking system is new, so please create a new account once, with your full name as on your passport.`,
  }),
  news({
    id: 'asked-about-finasteride',
    title: 'You asked: I take finasteride. Does it matter?',
    publishedOn: '2021-05-14',
    description: 'Yes. It lowers your PSA by about half, so please tell us.',
    image: 'blood-test',
    body: `Finasteride shrinks the prostate. It is sold as Proscar for the bladder and, in a smaller dose, as Propecia for the hair.
Avodart and Combodart hold a similar medicine. All of them lower PSA by about half after some months.

That is no reason not to be tested, or to stop taking them. But a PSA of 2.4 in a man on finasteride means something like 4.8,
and we must know that to read it correctly.

That is why the consent form asks for these four names. If you are not sure what your tablets are called, bring the box.`,
  }),
  news({
    id: 'golf-day-for-tests',
    title: 'Eighteen holes, 61 tests',
    publishedOn: '2021-05-22',
    description:
      'Members of Fenwick Hollow could have their test before they teed off. Nearly all of them did.',
    image: 'golf',
    body: `A test at half past eight, a bacon roll at nine, off the first tee by half past. Fenwick Hollow Golf Club put our times
straight into its starting sheet, and 61 of 66 players took one.

Five results were not green. All five men have since had a second test or have seen their GP.

The club also gave the day’s green fees, £1,830. That paid for every test and for forty more at the hospital social club,
where nobody is asked to pay.`,
  }),
  news({
    id: 'a-mosque-a-temple-a-chapel',
    title: 'One street, three doors',
    publishedOn: '2021-05-27',
    description:
      'On Lantern Street a mosque, a temple and a chapel stand within 200 yards. In May all three opened for screening.',
    image: 'community-hall',
    body: `It was the imam’s idea. “We share the parking, we can share the nurses.” On three evenings in one week, men from all three
congregations were tested on Lantern Street, each where he felt at home. Some walked next door because the soup was better.

The talk was given in English, Urdu and Gujarati. In all 118 men came, and for 87 of them it was the first PSA test of their lives.

The Lantern Trust paid for all of it. We will be back in November, and the chapel has promised to improve its soup.`,
  }),
  news({
    id: 'four-hundred-who-waited',
    title: 'We found 371 of the 400',
    publishedOn: '2021-09-06',
    description:
      'A year ago we promised to look for every man who missed his test in the first lockdown.',
    image: 'report',
    body: `In July 2020 we wrote that about 400 men had missed their test. We have now tested 371 of them. Nineteen have moved out of
reach, six have been tested elsewhere, and four have died, none of them of prostate cancer.

Thirty results were abnormal, and five men have been found to have cancer. Four of these cancers were early. The fifth was not,
and we think every day about those three months.

We say this because figures should also be published when they hurt.`,
  }),
  news({
    id: 'partners-evening',
    title: 'An evening for partners',
    publishedOn: '2021-09-14',
    description: 'Men often come because somebody made them. This evening was for the somebodies.',
    image: 'talk',
    body: `“He will not go. What do I say?” We have been asked this at every event for twenty years. On Tuesday 88 wives, husbands,
daughters and friends came to the Old Sail Loft to hear an answer.

Denise Penhallick’s is short: do not nag, drive. “Say that you have to be in town anyway. Say there is cake. Book two times
next to each other, if he has a friend.”

The hardest question came at the end: what if it is bad news? The number for partners and families is in our
[information hub](/information-hub), with others that are there to listen.`,
  }),
  news({
    id: 'masonic-centre-310',
    title: 'Two evenings in the temple',
    publishedOn: '2021-09-21',
    description:
      'In Brackenfell 310 brethren and friends were tested. The almoner was the first to sit down.',
    image: 'lodge',
    body: `Chairs that normally face the Master stood in rows by number, and the organist played while men waited. Over two evenings
Brackenfell Provincial Lodge had 310 men tested, a third of them not masons at all.

Twenty-four results were abnormal. One of them belonged to the Provincial Almoner, who had booked only to show the others how.
He has been treated and is well.

You can read how another almoner went about it: [Gareth’s story](/news/patient-journey/gareth).`,
  }),
  news({
    id: 'annual-review-2021',
    title: 'Our annual review, on eight pages',
    publishedOn: '2021-09-29',
    description:
      'What we did, what it cost and what went wrong. Opens on the website of our printers.',
    image: 'report',
    link: 'https://old-loft.example/reading-room/halyard-annual-review-2021',
  }),
]
