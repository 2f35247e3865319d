import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { rolldown } from 'rolldown'
import { test } from '#tests/e2e/support/test.ts'
import { pastedOutline } from '#tests/fixtures/pasted/outline.ts'
import type { Pasted } from '../../../studio/pasted-html.ts'

/** The reader of pasted HTML needs a browser's parser, and no Studio. */
async function readerScript(): Promise<string> {
  const bundle = await rolldown({ input: 'studio/pasted-html.ts' })
  const { output } = await bundle.generate({ format: 'iife', name: 'reader' })
  return output[0].code
}

declare const reader: { readPasted: (document: Document) => Pasted[] }

const WORD = [
  'h2: Before the day',
  'We walked in the rain. They told us to come *early*, at 10\u00a0am.',
  'number 1: Choose an event',
  'number 2: near your home',
  'number 1: Bring _your_ letter',
  'h2: Times',
  'h3: In the morning',
  'bullet 1: The harbour',
  'Not in the list',
  'h3: A detail',
  'header: *Runner* | *Time*',
  'row: Sam Pell\nSaltmere | 41:20',
  'See [the ](http://www.club.example/x)[_club_](http://www.club.example/x), [below](#_Toc1).\nSecond line',
]
const GOOGLE_DOCS = [
  'h2: A day at the harbour',
  'h2: How it went',
  'Forty people came. *Twelve*_ were new_, says [the report](https://club.example/report).',
  'number 1: Book',
  'number 2: online',
  'number 1: Come',
  'bullet 1: Tea',
  'header: Place | Dates | ',
  'row: Saltmere | 1 May | 2 June',
]
const LIBRE_OFFICE = [
  'h3: Our walk',
  'It was a *long* walk.\nWith tea.',
  'number 1: First\nstill first',
  'bullet 2: inner',
  'number 1: Second',
  'header: Day | Miles',
  'row: 1 | 12',
  'A box with text',
]

for (const [name, lines] of [
  ['word', WORD],
  ['google-docs', GOOGLE_DOCS],
  ['libreoffice', LIBRE_OFFICE],
  ['mail', ['Dear all,', 'we meet at six.', 'Bring a coat\nand a torch.']],
] as const) {
  test(`CMS-02 the mark-up of ${name} keeps headings, steps, spaces, tables and links`, async ({
    page,
  }) => {
    await page.addScriptTag({ content: await readerScript() })
    const html = readFileSync(`tests/fixtures/pasted/${name}.txt`, 'utf8')
    const parts = await page.evaluate(
      (markup) => reader.readPasted(new DOMParser().parseFromString(markup, 'text/html')),
      html,
    )
    expect(pastedOutline(parts)).toEqual(lines)
  })
}

test('CMS-02 a pasted table keeps its caption and its columns, and what is never visible stays out', async ({
  page,
}) => {
  await page.addScriptTag({ content: await readerScript() })
  const markup = `<table><caption>Tests in 2025</caption>
    <tr><th>Day</th><th>Place</th><th>Tests</th></tr>
    <tr><td rowspan=2>Mon</td><td>York</td><td>5</td></tr>
    <tr><td>Leeds</td><td>7</td></tr></table>
    <iframe>&lt;b&gt;raw</iframe><select><option>one</option></select>
    <ul><li>before<table><tr><td>a</td><td>b</td></tr></table>after</li><li data-aria-level="x">last</li></ul>`
  const parts = await page.evaluate(
    (html) => reader.readPasted(new DOMParser().parseFromString(html, 'text/html')),
    markup,
  )
  expect(pastedOutline(parts)).toEqual([
    'Tests in 2025',
    'header: Day | Place | Tests',
    'row: Mon | York | 5',
    'row:  | Leeds | 7',
    'bullet 1: before',
    'row: a | b',
    'bullet 1: after',
    'bullet 1: last',
  ])
})
