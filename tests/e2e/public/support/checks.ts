import { expect, type Page } from '@playwright/test'

/** WCAG 2.5.8 for every target, and our own promise for the ones that matter (look and feel). */
const LEAST = 24
const PRIMARY = 44
const PRIMARY_TARGETS = '.button, .header-button, .menu__button, .pager__page, .input:not(textarea)'

/** Controls that are too small for a finger; a link within a sentence is exempt (WCAG 2.5.8, inline). */
export async function expectTargets(page: Page): Promise<void> {
  const small = await page.evaluate(
    ({ least, primary, selector }) => {
      const inSentence = (element: Element) =>
        getComputedStyle(element).display === 'inline' &&
        [...(element.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\w/.test(node.textContent ?? ''),
        )
      return [
        ...document.querySelectorAll<HTMLElement>(
          'a[href], button, summary, input, select, textarea',
        ),
      ].flatMap((element) => {
        const target = element.matches('[type=radio], [type=checkbox]')
          ? (element.closest('label') ?? element)
          : element
        const { width, height } = target.getBoundingClientRect()
        const shown =
          element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
        if (!shown || element.matches('.skip-link') || inSentence(element)) return []
        const smallest = element.matches(selector) ? primary : least
        const sound = Math.min(width, height) >= smallest - 0.5
        return sound ? [] : [`${element.outerHTML.slice(0, 120)}: ${width} × ${height}`]
      })
    },
    { least: LEAST, primary: PRIMARY, selector: PRIMARY_TARGETS },
  )
  expect(small, `targets of ${page.url()}`).toEqual([])
}

/** Nothing is wider than the window, at its least width: 320 px (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scroll of ${page.url()}`).toBeLessThanOrEqual(0)
  if (before) await page.setViewportSize(before)
}

/** The spacing that a reader may ask for himself (WCAG 1.4.12). */
const READERS_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`

/** No text is cut off or runs out of its box when a reader spaces it wider, on a phone and on a desk. */
export async function expectRoomForSpacing(page: Page): Promise<void> {
  const lost = await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    const hasText = (element: Element) =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\S/.test(node.textContent ?? ''),
      )
    const found = [...document.body.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      // Inline boxes have no measures of their own; one pixel is text for screen readers only.
      // INFO-01 cuts these; the article each leads to begins with the whole of it.
      if (element.matches('.clamp-3')) return []
      const isSeen = element.checkVisibility({ visibilityProperty: true })
      if (!isSeen || !hasText(element) || clientWidth <= 1 || clientHeight <= 1) return []
      if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return []
      return [
        `${element.outerHTML.slice(0, 120)}: ${scrollWidth} × ${scrollHeight} in ${clientWidth} × ${clientHeight}`,
      ]
    })
    document.adoptedStyleSheets.pop()
    return found
  }, READERS_SPACING)
  expect(lost, `text of ${page.url()}`).toEqual([])
}

type Stop = { readonly place: number; readonly name: string; readonly seen: boolean }

/**
 * Presses Tab `times` times and returns where the focus was after each press: the place among all elements, and whether
 * it can be seen there. The page itself records the stops, so that a press costs no question of its own.
 */
async function tabStops(page: Page, times: number): Promise<Stop[]> {
  const recorder = await page.evaluateHandle(() => {
    const stops: Stop[] = []
    const record = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      const { width, height } = target.getBoundingClientRect()
      const style = getComputedStyle(target)
      const marked = style.outlineStyle !== 'none' || style.boxShadow !== 'none'
      stops.push({
        place: [...document.querySelectorAll('*')].indexOf(target),
        name: target.outerHTML.slice(0, 100),
        seen: width > 1 && height > 1 && marked,
      })
    }
    document.addEventListener('focusin', record, true)
    return { stops, end: () => document.removeEventListener('focusin', record, true) }
  })
  for (let step = 0; step < times; step += 1) await page.keyboard.press('Tab')
  const stops = await recorder.evaluate(({ stops, end }) => {
    end()
    return stops
  })
  await recorder.dispose()
  return stops
}

const SKIP_LINK = /skip-link/
/** Presses between two looks at whether the end of the page was reached. */
const BATCH = 40

/** Tab goes from the skip link down the page in the order of reading, and every stop shows that it has the focus. */
export async function expectKeyboardOrder(page: Page, most = 160): Promise<void> {
  const tabbable = await page.evaluate(
    () => document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length,
  )
  expect(tabbable, 'a tabindex of its own breaks the order').toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  const isEnd = ({ name }: Stop) => /^<(body|html)/.test(name) || SKIP_LINK.test(name)
  const stops: Stop[] = []
  for (let pressed = 0; pressed < most && !stops.some(isEnd); pressed += BATCH) {
    const found = await tabStops(page, BATCH)
    if (found.length === 0) break
    stops.push(...found)
  }
  const end = stops.findIndex(isEnd)
  const inPage = end < 0 ? stops : stops.slice(0, end)
  expect(inPage.length, `stops of ${page.url()}`).toBeGreaterThan(5)
  let last = -1
  for (const stop of inPage) {
    expect(stop.place, `${stop.name} comes too early on ${page.url()}`).toBeGreaterThan(last)
    expect(stop.seen, `the focus cannot be seen at ${stop.name} on ${page.url()}`).toBe(true)
    last = stop.place
  }
}

/** A sub-menu opened by keyboard closes by Escape, wide; the hamburger menu does so on a phone. */
export async function expectEscapeCloses(page: Page): Promise<void> {
  const isWide = (page.viewportSize()?.width ?? 0) >= 1000
  const menu = isWide
    ? page.getByRole('button', { name: 'More in EVENTS' })
    : page.locator('summary').filter({ hasText: 'Menu' })
  const inside = isWide
    ? page.getByRole('link', { name: 'Speaker Requests', exact: true })
    : page.getByRole('navigation', { name: 'Main menu' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(inside.first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inside.first()).toBeHidden()
  await expect(menu).toBeFocused()
}
