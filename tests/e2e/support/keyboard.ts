import type { Page } from '@playwright/test'

/** Presses Tab until the label of the focused control matches `name`; throws after `most` presses. */
export async function tabTo(page: Page, name: RegExp, most = 120): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const element = document.activeElement
      // At the end of the page the focus is on its body, whose text is everything.
      if (!(element instanceof HTMLElement) || element === document.body) return ''
      const isField =
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
      const labels = isField ? [...(element.labels ?? [])] : []
      const group = element.closest('fieldset')?.querySelector('legend')?.textContent ?? ''
      const own = labels.map((each) => each.textContent).join(' ') || element.textContent || ''
      return `${group} / ${element.getAttribute('aria-label') ?? own}`.replace(/\s+/g, ' ').trim()
    })
    if (name.test(label)) return
  }
  throw new Error(`${name} cannot be reached by Tab on ${page.url()}`)
}
