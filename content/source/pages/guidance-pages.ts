import { box, button, card, health, keyed, picture, type SourceDocument, text } from '../markup.ts'

const textSection = (heading: string, body: ReturnType<typeof text>) => ({
  _type: 'textSection',
  heading,
  body,
})

export const elderlyPage: SourceDocument = {
  _id: 'page-elderly',
  _type: 'page',
  title: 'PSA testing for men over 80',
  path: '/information-hub/elderly-psa-testing',
  isHealthText: true,
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    ['Halyard screening protocol, 2026'],
    [
      'A review of the evidence on PSA testing (sample)',
      'https://research.halyard.example/systematic-review',
    ],
  ]),
  description:
    'Why we do not screen men over 80, when a PSA test can still make sense, and which signs should take you to your GP.',
  introduction: text(
    'If you are over 80 and feel well, you do not need screening. This page explains why, and when you should still see a doctor.',
  ),
  fact: {
    figure: '36',
    text: 'men aged 75 to 80 could stop being screened in 2023, because their PSA was low',
  },
  sections: keyed([
    textSection(
      'Why we stop at 80',
      text(
        `Prostate cancer usually grows slowly. Many men over 80 have a little of it and never notice. If we looked for it, most of
them would gain nothing, and some would be harmed by biopsies, worry and treatment that they did not need.

PSA also rises with age, so that a number that worries us in a man of 55 can be quite ordinary in a man of 85. For these
reasons men over 80 cannot book our events, and they are not part of our statistics.`,
        picture('elderly', 'Two older men talk on a bench under a tree.'),
      ),
    ),
    textSection(
      'If you were screened before',
      text(
        `- If your last PSA before you turned 80 was low, you need no more screening. In 2023 we could tell that to 36 men aged 75 to 80 (1.5%).
- If you are being watched or treated for prostate cancer, carry on. Your hospital team decides about your tests, not your age.
- If your last result was amber or red and nobody has followed it up, please ring your GP.`,
      ),
    ),
    textSection(
      'When to see your GP',
      text(
        box(
          'warning',
          'Do not wait if you',
          `- have blood in your urine
- cannot pass urine, or only with pain
- have new pain in your back, hips or legs that does not go away
- lose weight and do not know why`,
        ),
        `A test to find out what causes such signs is not screening, and age does not matter. If you are unsure, call our
medical line: {Medical enquiries}.`,
      ),
    ),
  ]),
  contact: {
    text: 'Would you like to talk it over? Our nurses have time.',
    email: 'nurses@halyard.example',
    phones: ['{Medical enquiries}'],
  },
}

export const researchPage: SourceDocument = {
  _id: 'page-research',
  _type: 'page',
  title: 'Our research: the year 2023',
  path: '/about-us/research',
  description:
    'What 2,397 PSA tests in 2023 showed: 7.15% abnormal, 26 cancers found, and most men at low risk.',
  introduction: text(
    'We count what we do, and we publish it, including what is uncomfortable. These are the figures for 2023.',
  ),
  fact: { figure: '26', text: 'cancers were found by 2,397 PSA tests in 2023' },
  sections: keyed([
    textSection(
      'In short',
      text(
        `In 2023 we did **2,397 PSA tests**.

- **168 results were abnormal (7.15%)**. These men were asked to have a second test or to see their GP.
- **26 cancers were diagnosed (1.1%)**. Twenty men had radical treatment, that is treatment meant to cure. Six are under active surveillance.
- **696 men had a normal result but are at high risk (29.6%)**. They are tested every year.
- **1,046 men are at low risk (44.5%)**. They come again after three years.
- **36 elderly men, aged 75 to 80, had a low PSA (1.5%)** and need no further screening.
- **403 men had a normal result (17.2%)** but did not tell us enough about themselves to be placed in a risk group.

Percentages are of the 2,349 men whose sample could be measured.`,
        button('See every year as a chart', '/information-hub/statistics'),
      ),
    ),
    textSection(
      'How we did it',
      text(
        `All men were aged 40 to 80 and had given their consent. A nurse or phlebotomist took one sample of blood. An accredited
laboratory measured the PSA. We put each result into a group by age, PSA and family history.

We wrote to every man with an abnormal result and asked again within 6 months what had happened. Nine in ten answered.
What we know about treatment comes from the men themselves and, where they agreed, from their hospital.`,
      ),
    ),
    textSection(
      'What we cannot say',
      text(
        `We do not know how many of the 26 men would have found out in another way, or later. Men who come to a screening event
are not like all men: more of them have cancer in the family, and fewer of them live alone. Our figures cannot prove that
screening saves lives. They show that it can be done well in a village hall.`,
      ),
    ),
  ]),
}

export const supportPage: SourceDocument = {
  _id: 'page-support',
  _type: 'page',
  title: 'Support Us',
  path: '/support-us',
  description:
    'Become a supporter of Halyard with a pledge of £100, give what you can, or lend us your time.',
  introduction: text(
    'Every free test was paid for by somebody who will never meet the man who had it. You could be that somebody.',
  ),
  fact: { figure: '83p', text: 'of every pound in 2024 paid for screening and follow-up' },
  sections: keyed([
    textSection(
      'Become a supporter',
      text(
        `Our supporters pledge **£100 a year**. That pays for five men’s tests, with their results and letters. Supporters get our
report each spring, an invitation to the screening conference and, if they wish, their name on the wall of the Old Sail Loft.`,
      ),
    ),
    {
      _type: 'cardSection',
      heading: 'Other ways to help',
      cards: keyed([
        card(
          'Give once',
          'About £18 pays for one man’s test. £720 pays for a whole morning in a village hall.',
          {
            button: button('Donate', 'https://donate.halyard.example/give'),
          },
        ),
        card(
          'Give time',
          'Welcome men at the door, make tea, drive the van or take blood if you are trained.',
          {
            button: button('Volunteer', 'mailto:volunteers@halyard.example'),
          },
        ),
        card('Raise money', 'A quiz, a walk, a golf day. We send posters, tins and advice.', {
          button: button('Tell us your idea', 'mailto:fundraising@halyard.example'),
        }),
      ]),
    },
    textSection(
      'Where your money goes',
      text(
        `Of every pound in 2024, 83p paid for screening and follow-up, 9p for talks and information, and 8p for running the charity
and raising the next pound. Our accounts are on the charity register.`,
        picture('fundraising', 'A runner crosses a finishing line beside a table of cakes.'),
      ),
    ),
  ]),
}

const POSTER_WORDS = `World Cancer Day, 4 February

One man in eight develops prostate cancer.
Do you know your risk?

Talk to your father. Talk to your brothers.
Black men, and men with cancer in the family: start by 45 at the latest.
All men aged 40 to 80: ask about a PSA test.

It is a blood test. It takes ten minutes.

Halyard Men’s Health. 01632 960 117`

export const posterPage: SourceDocument = {
  _id: 'page-poster',
  _type: 'page',
  title: 'World Cancer Day poster',
  path: '/world-cancer-day-poster',
  description:
    'Our poster for World Cancer Day on 4 February: one man in eight develops prostate cancer. Print it and put it up.',
  fact: { figure: '4 February', text: 'is World Cancer Day' },
  sections: keyed([
    {
      _type: 'textSection',
      body: text({
        ...picture(
          'world-cancer-day',
          'Our poster for World Cancer Day: eight men in a row, one of them in a light colour. The words stand below.',
          {
            textVersion: POSTER_WORDS,
          },
        ),
      }),
    },
  ]),
}
