import { health, keyed, type SourceDocument, text } from '../markup.ts'

export const testChoicePage: SourceDocument = {
  _id: 'testChoicePage',
  _type: 'testChoicePage',
  title: 'Is a PSA test right for me?',
  description:
    'The benefits and harms of PSA testing for 1,000 people, in numbers. Read this before you book.',
  introduction: text(
    `A PSA test can find prostate cancer early. It can also find cancers that would never have caused harm. There is no right
answer for everybody: these numbers are to help you decide. This is sample content: a clinician of your charity must check each number
against its source before the page is used.`,
  ),
  people: 'aged 55 to 69 in a European trial, followed for 16 years',
  outcomes: keyed([
    {
      _type: 'testOutcome',
      outcome: 'Deaths from prostate cancer',
      kind: 'benefit',
      without: 9,
      with: 7,
      note: 'The benefit appears after many years, because prostate cancer usually grows slowly.',
    },
    {
      _type: 'testOutcome',
      outcome: 'Diagnoses of prostate cancer',
      kind: 'harm',
      without: 86,
      with: 116,
      note: 'Some of these cancers would never have been noticed. Their treatment can cause lasting problems with erections, urine or the bowel.',
    },
  ]),
  body: text(
    `## What the numbers do not show

- A raised PSA is not always cancer. Most people with a raised result have further tests, such as an MRI scan, and no cancer is found.
- A normal PSA does not rule out cancer. See your GP if you have symptoms, whatever the result says.
- MRI before a biopsy is usual today and was not in this trial: fewer people now have a biopsy that they do not need.

## Your own risk

Your risk is higher if your father or brother had prostate cancer, or if you are Black. The numbers for you are then different: talk to
your GP or call our medical line: {Medical enquiries}.

## If you are not sure

You do not have to decide today. You can book later, and you can change your mind at any time, also at the event.`,
  ),
  health: health('Denise Penhallick, lead nurse (an invented person)', [
    [
      'European Randomized study of Screening for Prostate Cancer, results after 16 years. European Urology, 2019, volume 76, pages 43 to 51.',
    ],
  ]),
}
