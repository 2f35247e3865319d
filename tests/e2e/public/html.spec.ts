import { expect } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { builtPages } from '#tests/e2e/public/support/built-site.ts'
import { markupFaults, sharedTitles } from '#tests/e2e/public/support/markup.ts'
import { addresses, importEvent } from '#tests/e2e/support/site.ts'
import { test } from '#tests/e2e/support/test.ts'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended'],
  rules: {
    // Not among the recommended ones. The second h1 is that of the hidden message of an island that failed.
    'heading-level': ['error', { allowMultipleH1: true }],
    'input-missing-label': 'error',
    // The style sheet keeps telephone numbers on one line: no-break spaces would be copied with the number.
    'tel-non-breaking': 'off',
    // Titles come from editors.
    'long-title': 'off',
    // React's HTML is valid; these rules are about style.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    'valid-id': ['error', { relaxed: true }],
  },
})

/** Each fault once, with the first page that has it: most are in a part that all pages share. */
async function faultsOf(pages: readonly { path: string; html: string }[]): Promise<string[]> {
  const faults = new Map<string, string>()
  for (const { path, html } of pages) {
    const { results } = await validator.validateString(html)
    for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages)) {
      const fault = `${ruleId}: ${message} (${selector})`
      if (!faults.has(fault)) faults.set(fault, `${path}: ${fault}`)
    }
  }
  return [...faults.values()]
}

test('SITE-13 the HTML of every built page is valid', async () => {
  expect(await faultsOf(builtPages())).toEqual([])
})

test('SITE-13 SITE-14 the HTML of pages that the server renders is valid and accessible', async () => {
  const { id } = await importEvent()
  const paths = [
    `/event/${id}`,
    '/event-list',
    '/search?q=prostate',
    '/event/999999',
    '/no-such-page',
  ]
  const pages = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(addresses().site + path)
      return { path, html: await response.text() }
    }),
  )
  expect(await faultsOf(pages)).toEqual([])
  expect(markupFaults(pages)).toEqual([])
})

test('SITE-14 every built page says what a visitor without sight, mouse or defaults needs', () => {
  expect(markupFaults(builtPages())).toEqual([])
})

test('SITE-14 every page has a title of its own', () => {
  expect(sharedTitles(builtPages())).toEqual([])
})
