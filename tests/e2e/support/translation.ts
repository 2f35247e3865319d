import { env } from 'node:process'
import { expect, type Page } from '@playwright/test'

/** Of the random choices, as in tests/fixtures/seed.ts. */
export const SEED = Number(env['TEST_SEED']) || 20261121

/**
 * What the translation of Chrome does to a page: the text nodes of a sentence become one <font><font>…</font></font>, also those that
 * come later. The words stay, so that a test reads the page as usual; `translate="no"` is left alone.
 */
function translate(): void {
  const { replaceChild } = Node.prototype
  const done = new WeakSet<Node>()
  const isText = (node: Node | null): node is Text => node?.nodeType === Node.TEXT_NODE
  const isKept = (element: Element | null) =>
    element === null ||
    element.closest('[translate="no"], script, style, noscript, textarea, font') !== null
  const wrap = (text: Text) => {
    const { parentNode, parentElement } = text
    if (parentNode === null || done.has(text) || text.data.trim() === '' || isKept(parentElement)) {
      return
    }
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    let words = text.data
    for (let next = text.nextSibling; isText(next); next = text.nextSibling) {
      words += next.data
      next.remove()
    }
    const translated = document.createTextNode(words)
    done.add(translated)
    inner.append(translated)
    replaceChild.call(parentNode, outer, text)
  }
  const walk = (root: Node) => {
    if (isText(root)) return wrap(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) if (isText(text) && text.isConnected) wrap(text)
  }
  const start = () => {
    document.documentElement.classList.add('translated-ltr')
    walk(document.body)
    const options = { childList: true, subtree: true, characterData: true }
    new MutationObserver((records) => {
      const changed = records.flatMap(({ target, addedNodes }) => [target, ...addedNodes])
      for (const node of changed) if (node.isConnected) walk(node)
    }).observe(document.body, options)
  }
  // React has taken over the page: before that it would render everything anew, without a translation.
  const isHydrated = () =>
    [...document.querySelectorAll('astro-island > *')].every((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    )
  const look = () => {
    const isReady = document.querySelector('astro-island[ssr]') === null && isHydrated()
    if (isReady) start()
    else requestAnimationFrame(look)
  }
  document.addEventListener('DOMContentLoaded', look)
}

/** Every page of this tab is translated from now on, once its island works. */
export async function translatePages(page: Page): Promise<void> {
  await page.addInitScript(translate)
}

/** The island was translated and still works. */
export async function expectTranslated(page: Page): Promise<void> {
  await expect(page.locator('astro-island font').first()).toBeVisible()
  await expect(page.getByText('Unexpected Application Error!')).toBeHidden()
  await expect(page.locator('[translate="no"] font')).toHaveCount(0)
}
