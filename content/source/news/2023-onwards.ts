import { news } from './entry.ts'

export const from2023 = [
  news({
    id: 'fathers-day-football',
    title: 'Two halves and a blood test',
    publishedOn: '2023-06-07',
    description:
      'Calder Quay Football Club will test fathers and grandfathers before the last match of the season.',
    image: 'football',
    body: `On the Saturday before Father’s Day the gates at Calder Quay open at ten. Until kick-off at three, our nurses test men aged
40 to 80 in the home dressing room. Every man gets a free ticket for one child.

The club’s manager lost his uncle last year. “We shout at them to look after the ball,” he says. “We never shout at them to look
after themselves.”

All 96 times can be booked online, and the first forty are kept for season-ticket holders.`,
  }),
  news({
    id: 'how-old-is-too-old',
    title: 'You asked: I am 82. Why will you not test me?',
    publishedOn: '2023-06-15',
    description:
      'It is not because you do not matter. It is because the test would probably do you no good.',
    image: 'elderly',
    body: `Men write to us about this more than about anything else, and some of them are cross. Here is our honest answer.

Prostate cancer mostly grows slowly. In a man over 80 who feels well, it would probably never trouble him. Finding it can lead
to biopsies, worry and treatment that costs him good years. That is why we screen up to 80 and stop there.

It is different if something is wrong. Blood in the urine, pain in the bones, not being able to go: that is for your GP, at any
age. We have written [a page for men over 80](/information-hub/elderly-psa-testing).`,
  }),
  news({
    id: 'hill-walk-for-health',
    title: 'A slow walk up a small hill',
    publishedOn: '2023-06-26',
    description:
      'Three miles, two hundred men, one flask each. Men talk better when they look ahead.',
    image: 'walk',
    body: `We have noticed that men talk more easily side by side than face to face. So on Sunday we went for a walk. Two hundred and
four men climbed Beacon Down, which is 190 metres high and has a bench at the top.

There was no speech. Volunteers in blue scarves walked along and answered questions, if there were any. There were.

Twenty-six men booked a test on their telephones on the way down. We will do it again in September, whatever the weather.`,
  }),
  news({
    id: 'results-within-a-week',
    title: 'Your result within a week',
    publishedOn: '2023-08-02',
    description: 'Our laboratory now measures samples on the day they arrive.',
    image: 'letters',
    body: `Waiting is the worst part, we are told. Until last winter a result took up to three weeks. Since June the laboratory
measures our samples on the day they come in, and our nurses read the results the next morning.

Nine in ten men now have theirs within seven days. For some events another laboratory does the work, and it takes a little longer.
Your confirmation says which one.

If your result is red, we also try to ring you. The call comes from a withheld number. Please pick up.`,
  }),
  news({
    id: 'who-pays-for-a-free-test',
    title: 'Who pays for a free test?',
    publishedOn: '2023-08-10',
    description: 'A parish council, a darts team and a lady with a stall of tomato plants.',
    image: 'fundraising',
    body: `Most of our community events are free for the men who come. A morning for forty men costs us about £720. So who pays?

In Greywether it was the parish council (£400), the darts team (£145) and Mrs Edith Pomfret, who sold tomato plants at her gate
for six weeks (£212). Her husband was tested in 2009. “He is out there watering them,” she says.

What is left over goes to the next village. If you would like yours to be next, see [how community screening works](/events/community-screening).`,
  }),
  news({
    id: 'volunteer-committee-free-screening-day',
    title: 'Volunteer committee announces a free screening day',
    publishedOn: '2023-08-23',
    description:
      'The volunteers of Ottermouth have raised enough for a whole day. Every place is free.',
    image: 'community-hall',
    body: `The Ottermouth volunteer committee has done something that no committee of ours did before: it has paid for a complete
screening day by itself. Jumble sales, a sponsored silence and a calendar of allotment sheds brought in £2,160.

On 14 October there will be 120 free places in the leisure centre, from nine to five. Three nurses will be there, a doctor to
talk to, and cake on the hour.

Places are for men aged 40 to 80. The committee asks those who could easily pay to leave some for those who cannot.
[Look for the event](/book-event-main) from 1 September.`,
  }),
  news({
    id: 'our-answer-on-mri-scanning',
    title: 'MRI for everyone? Our answer to a newspaper',
    publishedOn: '2023-08-29',
    description:
      'A newspaper wrote that MRI scans should replace the PSA test. We think that they belong together.',
    image: 'scanner',
    body: `Last week a national newspaper reported on a study in which men were invited to an MRI scan as well as a PSA test. Some had
a normal PSA, and the scan found cancer all the same. “Forget the blood test,” said the headline. Many of you have asked us.

It is good research, and we hope for more of it. But please look at the details.

- The study was small: a few hundred men, all volunteers.
- A scan takes much longer than a blood test and costs many times as much. There are not enough scanners for the men who already need one.
- A PSA test can be done in a village hall. A scanner cannot.

Nobody in the study says that a PSA test is useless. A low PSA still makes a serious cancer unlikely, and a raised one shows who
needs the scan first. We say: keep the simple test, make it easy to reach, and let the scan follow for those who need it.

A normal PSA is no promise. If you have signs that worry you, see your GP whatever the number was.`,
  }),
  news({
    id: 'landmark-research-report',
    title: 'A landmark report on prostate research',
    publishedOn: '2024-11-14',
    description:
      'A new report shows what earlier testing could do, and who is still being missed. Our summary.',
    image: 'report',
    body: `Today a research charity publishes a report that we have been waiting for. For two years its authors have gathered what is
known about PSA testing in the United Kingdom. Figures from 20 charities went into it, ours among them.

## What it says

- Where men are offered a test near home, cancer is found earlier.
- Men in poorer towns are diagnosed late more often than others.
- Black men and men with cancer in the family gain most, and are asked least.
- Modern care after a raised PSA, with a scan first and surveillance for slow cancers, has made testing a good deal safer.

## What it does not say

It does not call for every man to be tested every year. It asks for a planned invitation to men at higher risk, from 45, and for
better figures about everybody else.

## What we will do

We will hold half of our free events next year in the towns that the report names. You can find
[the whole report](https://research.halyard.example/landmark-report-2024) and [our own figures](/information-hub/statistics) online.`,
  }),
  news({
    id: 'october-mailing',
    title: 'Our October mailing: where we go this winter',
    publishedOn: '2025-10-14',
    description:
      'Nineteen new dates, a word from our new nurse and a recipe for soup. Opens our mailing list’s archive.',
    image: 'harbour-hall',
    link: 'https://mailing.halyard.example/2025/october',
  }),
]
