import { expect, type Page } from '@playwright/test'

/** Least sizes in CSS pixels: WCAG 2.5.8 for every target, our own rule (SITE-05) for primary ones. */
const LEAST = 24
const PRIMARY = 44
const PRIMARY_TARGETS = '.button, .header-button, .menu__button, .pager__page, .input:not(textarea)'

/** Every target is large enough for touch; a link within a sentence is exempt (WCAG 2.5.8, inline). */
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
        const isLargeEnough = Math.min(width, height) >= smallest - 0.5
        return isLargeEnough ? [] : [`${element.outerHTML.slice(0, 120)}: ${width} × ${height}`]
      })
    },
    { least: LEAST, primary: PRIMARY, selector: PRIMARY_TARGETS },
  )
  expect(small, `targets of ${page.url()}`).toEqual([])
}

/** A word without a break in the headings and paragraphs of the page. */
const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'

/**
 * No horizontal scroll at 320 px (WCAG 1.4.10), nor at 375 px with text of twice the size (1.4.4), nor with a long word. No
 * telephone number breaks.
 */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), `horizontal scroll of ${page.url()}`).toBeLessThanOrEqual(0)
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href^="tel:"], a[href^="tel:"] strong')]
      .filter(({ childElementCount }) => childElementCount === 0)
      .filter((element) => element.checkVisibility() && element.getClientRects().length > 1)
      .map(({ outerHTML }) => outerHTML),
  )
  expect(broken, `broken telephone numbers of ${page.url()}`).toEqual([])
  await page.setViewportSize({ width: 375, height: 667 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await overflow(), `twice the text on ${page.url()}`).toBeLessThanOrEqual(0)
  await page.evaluate((word) => {
    document.documentElement.style.removeProperty('font-size')
    const texts = document.querySelectorAll('main :is(h1, h2, h3, p)')
    const added = [...texts].map((text) => {
      const part = document.createElement('span')
      part.textContent = ` ${word}`
      text.append(part)
      return part
    })
    Object.assign(window, { added })
  }, LONG_WORD)
  expect(await overflow(), `a long word on ${page.url()}`).toBeLessThanOrEqual(0)
  await page.evaluate(() => {
    for (const part of (window as unknown as { added: Element[] }).added) part.remove()
  })
  if (before) await page.setViewportSize(before)
}

/** The spacing that a user may set (WCAG 1.4.12). */
const USER_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`

/** No text is cut off or overflows its box with wider spacing. */
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
      // INFO-01 cuts these texts; the linked article starts with the full text.
      if (element.matches('.clamp-3')) return []
      // Text of a drawing has no box that cuts it off.
      if (element instanceof SVGElement) return []
      const isVisible = element.checkVisibility({ visibilityProperty: true })
      // Inline boxes measure 0; a box of one pixel holds text for screen readers only.
      if (!isVisible || !hasText(element) || clientWidth <= 1 || clientHeight <= 1) return []
      if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return []
      return [
        `${element.outerHTML.slice(0, 120)}: ${scrollWidth} × ${scrollHeight} in ${clientWidth} × ${clientHeight}`,
      ]
    })
    document.adoptedStyleSheets.pop()
    return found
  }, USER_SPACING)
  expect(lost, `text of ${page.url()}`).toEqual([])
}

type Stop = { readonly position: number; readonly html: string; readonly visible: boolean }

/**
 * Presses Tab `times` times and returns the focused elements: their position in document order, and whether the focus is
 * visible. The page records them, so that a press needs no evaluation of its own.
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
        position: [...document.querySelectorAll('*')].indexOf(target),
        html: target.outerHTML.slice(0, 100),
        visible: width > 1 && height > 1 && marked,
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
/** Presses per check whether the end of the page was reached. */
const BATCH = 20

/** Tab moves from the skip link through the page in document order, and the focus is visible at every stop. */
export async function expectKeyboardOrder(page: Page, most = 160): Promise<void> {
  const tabbable = await page.evaluate(
    () => document.querySelectorAll('[tabindex]:not([tabindex="0"], [tabindex="-1"])').length,
  )
  expect(tabbable, 'a positive tabindex breaks the order').toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  const isEnd = ({ html }: Stop) => /^<(body|html)/.test(html) || SKIP_LINK.test(html)
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
    expect(stop.position, `${stop.html} comes too early on ${page.url()}`).toBeGreaterThan(last)
    expect(stop.visible, `the focus is not visible at ${stop.html} on ${page.url()}`).toBe(true)
    last = stop.position
  }
}

/** Escape closes a sub-menu (wide screen) or the hamburger menu (phone) and keeps the focus on its button. */
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
  // Into the list: the focus must not be lost with it.
  await page.keyboard.press('Tab')
  await expect(menu).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(inside.first()).toBeHidden()
  await expect(menu).toBeFocused()
}
