import { box, button, health, picture, type SourceDocument, table, text } from './markup.ts'

const prostate: SourceDocument = {
  _id: 'info-prostate',
  _type: 'infoArticle',
  title: 'Prostate Diseases and Prostate Cancer',
  slug: { _type: 'slug', current: 'prostate-diseases-and-prostate-cancer' },
  description:
    'What the prostate does, what can go wrong, who should have a PSA test and what the result means: green, amber or red.',
  image: picture(
    'blood-test',
    'A nurse’s gloved hand holds a small tube beside an arm with a band.',
  ),
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    ['Halyard screening protocol, 2026'],
    [
      'A review of the evidence on PSA testing (sample)',
      'https://research.halyard.example/systematic-review',
    ],
  ]),
  body: text(
    `The prostate is a gland about the size of a walnut. It lies under the bladder and helps to make semen. Only men, and some
trans women and non-binary people, have one. It often grows with age.

## What can go wrong

- **An enlarged prostate** is common after 50 and is not cancer. It can press on the tube that carries urine, so that you go often, wait longer or get up at night.
- **Prostatitis** is a swollen, sore prostate, often from an infection. It can hurt and is treated with medicine.
- **Prostate cancer** is the most common cancer in men. One man in eight develops it. It usually grows slowly, and early on it gives no signs at all.

Do not wait for signs. See your GP soon if you pass blood, cannot pass urine, or have new pain in your back or hips that does not go away.

## What is a PSA test?

PSA is a protein that the prostate makes. A little of it gets into the blood. A blood test measures it in nanograms per
millilitre (ng/ml). A raised PSA can be a sign of cancer, but also of an enlarged prostate, an infection, a long bike ride
or sex in the last two days. A normal PSA makes cancer unlikely but does not rule it out. That is why one number is never
the whole answer.

## Who should be screened?

We test men aged 40 to 80. How soon, and how often, depends on your risk.

- **In your 40s:** start regular screening if your first PSA is 1.00 ng/ml or more.
- **In your 50s:** start regular screening if your first PSA is 2.00 ng/ml or more.
- **Start by 45 at the latest** if you are Black, if your family comes from Africa or the Caribbean, or if your father, brother, grandfather or uncle had prostate cancer. A strong history of breast or ovarian cancer in the family counts too.

Your consent covers screening for 3 years at first. Men at low risk are tested again after 3 years. Men at high risk are
tested every year for 3 years.

## Who needs none?

- Men under 40 with no risk factors.
- Men over 80. Please read [our guidance for older men](/information-hub/elderly-psa-testing).
- Men who already know of a problem with their prostate, or who are being treated for one. Your own doctor should look after your tests.`,
    box(
      'warning',
      'Two days before the test',
      'Do not cycle hard and do not ejaculate for 48 hours before the test. Wait six weeks after a urine infection. Tell us if you take finasteride (Proscar, Propecia), Avodart or Combodart: they lower PSA, and we must allow for it.',
    ),
    `## What to expect at a test event

1. You are welcomed and we check your name and date of birth.
2. You have read and signed the consent form, online or with us.
3. A nurse or phlebotomist takes a small sample of blood from your arm. It takes a minute or two.
4. You rest for a moment if you need to, have a cup of tea, and go home. Nobody examines you.
5. The laboratory measures your PSA. You get your result within about a week.

## What the result means`,
    box(
      'green',
      'Green: normal',
      'Your PSA is normal for your age. We suggest another test in 1 year if you are at high risk, in 2 years at intermediate risk and in 3 years at low risk.',
    ),
    box(
      'amber',
      'Amber: slightly raised',
      'Please have the test again in 3 months. Many second tests are normal.',
    ),
    box(
      'red',
      'Red: significantly raised',
      'Please see your GP. We send you a letter to take with you. A raised PSA is not a diagnosis, but it should be looked into soon.',
    ),
    `About 8 in 100 men have an abnormal result at their first screening. We ask how they are getting on within 6 months. Of
the 2,397 tests that we did in 2023, 168 were abnormal (7.15%) and 26 men were found to have cancer (1.1%). Twenty of them
had treatment meant to cure; six are being watched closely. You can see [all our figures](/information-hub/statistics).`,
    button('BOOK AN EVENT', '/book-event-main'),
  ),
}

const MENS_HEALTH_WORDS = `Your health, deck by deck

Head: Talk to someone. Sleep seven hours. If you think of ending your life, call [999](tel:999) or ask for help at A&E.
Heart: Know your blood pressure. From 40, have the NHS Health Check every five years.
Lungs: Stop smoking. It is never too late, and you are four times as likely to manage it with help.
Belly: A waist over 37 inches raises your risk of diabetes and heart disease. Keep to 14 units of alcohol a week, with days off.
Bowel: At 50 and over, do the test that comes by post.
Prostate: From 40, know your risk. One man in eight develops prostate cancer.
Testicles: Check once a month in the shower. A new lump? See your GP.
Legs: Walk briskly for 20 minutes a day.

One man in five dies before he is 65. Small things, done often, change that.`

const mensHealth: SourceDocument = {
  _id: 'info-mens-health',
  _type: 'infoArticle',
  title: 'Men’s Health',
  slug: { _type: 'slug', current: 'mens-health' },
  description:
    'From head to toe on one page: the few checks and habits that matter most for men over 40.',
  image: picture('walk', 'Three men walk over a green hill above the sea.'),
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    ['Halyard screening protocol, 2026'],
    [
      'A review of the evidence on PSA testing (sample)',
      'https://research.halyard.example/systematic-review',
    ],
  ]),
  body: text({
    ...picture(
      'mens-health',
      'A man with eight parts of the body labelled, from head to legs. The advice for each part stands beside the picture.',
      {
        textVersion: MENS_HEALTH_WORDS,
      },
    ),
  }),
}

const workplace: SourceDocument = {
  _id: 'info-workplace',
  _type: 'infoArticle',
  title: 'Health in the Workplace',
  slug: { _type: 'slug', current: 'health-workplace' },
  description:
    'How employers can bring PSA screening and health talks to their people: what we offer, how a day runs and whom to call.',
  image: picture(
    'office',
    'A nurse tests a man with one sleeve rolled up in an office; two colleagues work at their desks.',
  ),
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    ['Halyard screening protocol, 2026'],
    [
      'A review of the evidence on PSA testing (sample)',
      'https://research.halyard.example/systematic-review',
    ],
  ]),
  body: text(
    `Men spend more of their waking hours at work than anywhere else, and many never see a doctor. A screening day at work is
the easiest appointment they will ever keep.

## What we offer

- **PSA screening** for employees aged 40 to 80, at your place, in working hours.
- **Talks** on men’s health by a retired consultant urologist, in person or online. See [seminar talks](/events/seminar-talks).
- **Posters and short texts** for your intranet, so that people come informed.

## How a screening day works

1. We agree a date. You need at least 40 employees for a session; in London smaller groups are possible.
2. You give us a quiet room with a table, chairs and a socket. We bring the rest.
3. Your people book their own times online. Events for your firm are private: they need a code that only you give out.
4. On the day, one nurse sees about 12 men an hour. Nobody is away from his desk for more than 20 minutes.
5. Each man gets his own result, in confidence. You never see a name or a number.
6. Afterwards we send you figures for the whole group, if it is large enough that nobody can be recognised.

### How long a day takes

We plan with 12 appointments an hour and nurse, and a break at midday.`,
    table(
      ['People', 'Nurses', 'You need the room from', 'until'],
      ['40', '1', '09:00', '13:30'],
      ['80', '2', '09:00', '13:30'],
      ['120', '2', '08:30', '15:00'],
      ['200', '3', '08:00', '15:30'],
    ),
    box(
      'information',
      'Why it pays',
      'Cancer that is found early means weeks off work instead of years, and a colleague who comes back. Most firms hear one thing afterwards: “I am glad you made it easy.”',
    ),
    `## Employer contacts

Write to [workplace@halyard.example](mailto:workplace@halyard.example), or call 01632 960 162 (England and Wales) or
020 7946 0183 (London). We answer within two working days. You can also read about [corporate screening](/events/corporate-screening).`,
  ),
}

export const infoArticles = [prostate, mensHealth, workplace]
