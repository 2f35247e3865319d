import { expect, type Page } from '@playwright/test'
import { importEvent } from '#tests/e2e/support/site.ts'
import { signUpByApi, test } from '#tests/e2e/support/test.ts'

/** The limit of a good page by Core Web Vitals. */
const GOOD = 0.1

/** The sum of the layout shifts of a page whose data arrive after its first paint. */
async function layoutShift(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'networkidle' })
  expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries())
            sum += (shift as unknown as { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries arrive in a task of their own.
        requestAnimationFrame(() => setTimeout(() => resolve(sum)))
      }),
  )
}

test.describe('SITE-10', () => {
  test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true })

  test('SITE-10 SITE-12 nothing in the first view moves when the data of a page arrive', async ({
    page,
    context,
  }) => {
    await signUpByApi(context)
    const event = await importEvent()
    await page.route('**/api/**', async (route) => {
      await page.evaluate(
        () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
      )
      await route.continue()
    })
    const shifts: Record<string, number> = {}
    const paths = [
      '/book-event-main',
      `/book-event?event=${event.id}`,
      '/portal',
      '/medical-results',
    ]
    for (const path of [...paths, '/upcoming-events', '/waiting-list'])
      shifts[path] = await layoutShift(page, path)
    expect(Object.entries(shifts).filter(([, shift]) => shift > GOOD)).toEqual([])
  })
})
