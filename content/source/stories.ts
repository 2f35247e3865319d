import { box, picture, references, type SourceDocument, text } from './markup.ts'

function story(
  name: string,
  title: string,
  description: string,
  alt: string,
  article: ReturnType<typeof text>,
): SourceDocument {
  const id = name.toLowerCase()
  return {
    _id: `story-${id}`,
    _type: 'patientStory',
    title,
    name,
    slug: { _type: 'slug', current: id },
    description,
    image: picture(`story-${id}`, alt),
    article,
  }
}

const alan = story(
  'Alan',
  'Alan: “I only went to keep a friend company”',
  'Alan, 58, a bus driver, went along to a screening day with a nervous friend. It was his own result that was red.',
  'A drawing of Alan, a man with grey hair in a navy jumper, in front of a harbour.',
  text(
    `Alan drives the number 14 between Saltmere and the hospital. “I have taken hundreds of people to that hospital,” he says.
“I never thought I would get off there myself.”

His friend Mick was worried and did not want to go to a screening day alone. Alan said that he would come along. While
Mick was filling in his form, a volunteer asked Alan how old he was. “Fifty-eight. She said there was a free place at ten
past eleven. I had no reason to say no.”

## A red letter

Mick’s letter was green. Alan’s was red. His PSA was 9.4. “I felt nothing at all. No pain, no getting up at night. I
nearly put the letter in the drawer.” His wife did not let him. His GP sent him for a scan that month, then for a biopsy.
It was cancer, and it was still inside the prostate.`,
    box(
      'information',
      'A raised PSA is not a diagnosis',
      'Most men with a raised PSA do not have cancer. It is a reason to look, and to look soon.',
    ),
    `## Treated, and driving

Alan chose an operation. “They told me everything that could go wrong, and some of it did for a while. I wore pads until
the spring.” Eighteen months later his PSA is too low to measure, and he is back on the number 14.

He now keeps a few of our cards by the ticket machine. “I do not make speeches. I just say: it was ten minutes, and it
was ten past eleven.”`,
  ),
)

const desmond = story(
  'Desmond',
  'Desmond: “Start at 45, they said. Nobody had ever told me”',
  'Desmond, 47, a head teacher whose parents came from Jamaica, learnt that his risk was twice as high as he thought.',
  'A drawing of Desmond, a Black man with short dark hair in a green shirt, in front of bookshelves.',
  text(
    `Desmond came to a talk, not to a test. He is head of a secondary school, and the staff wellbeing group had booked a
speaker. “I was there to be polite,” he says. “Then the surgeon put up one slide.”

The slide said that Black men are about twice as likely as other men to get prostate cancer, and tend to get it younger. They
should start screening by 45 at the latest. Desmond was 46. His father had died at 61 of what the family called “his back”.

## Amber, twice

He booked that evening. His PSA was 3.1: amber, slightly raised. “Three months is a long time to carry a colour around.”
The second test was 3.3. Our nurse rang him, explained what happens next and sent him to his GP with a letter.

A scan showed a small area that looked doubtful. The biopsy found a small, slow cancer.

## Watched, not treated

Desmond has had no operation and no radiotherapy. He is under active surveillance: a blood test every three months, a scan
each year, and treatment only if something changes. Six of the 26 men whose cancer was found in 2023 are watched like this.

“People hear ‘cancer’ and think that you must cut it out tomorrow. I am watched by people who know what they are doing. I
run, I teach, I sleep.” Both of his brothers have been tested since. Both are green, and both will come again next year.`,
  ),
)

const gareth = story(
  'Gareth',
  'Gareth: “The whole lodge queued up behind me”',
  'Gareth, 66, a retired surveyor and a freemason, organised a screening evening for his lodge and was the first in the chair.',
  'A drawing of Gareth, a man with white hair and a dark suit, between two columns.',
  text(
    `Gareth had been almoner of his lodge for nine years. “My job is to visit brothers who are ill. In one winter I visited
four with the same illness, and two of them I buried.” He rang us the next morning.

## One evening, 96 men

The lodge opened its dining room on a Thursday. Gareth had asked for forty names and got 96. Some brought sons and
neighbours. “I went first, so that they could see it was nothing. I have had worse from a rose bush.”

His own result was green. At 66, with no history in the family, his risk is low, and he will be tested again in three
years. But seven of the 96 were not green. Two of them have been found to have cancer, both early.

## What he would tell other lodges

- Ask for a talk first. Men come to a test when they have had their questions answered.
- Open it to friends and neighbours. It is a good way to be known in the town.
- Serve something hot. Nobody leaves before the man he drove there is done.
- Do it again. Some only come when they have seen others come back.

Gareth’s province has now held eleven evenings. If your lodge would like one, find out [how we work](/events) or write to
[lodges@halyard.example](mailto:lodges@halyard.example).`,
  ),
)

export const stories = [alan, desmond, gareth]

export const newsPage: SourceDocument = {
  _id: 'newsPage',
  _type: 'newsPage',
  title: 'News',
  description: 'News from Halyard, and the stories of men whose test changed something.',
  bannerText:
    'Three men, three results. They tell it in their own words so that you can decide in yours.',
  stories: references(['story-alan', 'story-desmond', 'story-gareth']),
  pinnedEntry: { _type: 'reference', _ref: 'news-october-mailing' },
}
