import type { Page } from '@playwright/test'
import { signServed } from '#results/server/judging/served-form.ts'
import { siteSealer } from '#tests/e2e/support/results.ts'

/** The page of a case was served two seconds ago: what the form says is signed as the server does. */
export async function readForTwoSeconds(
  page: Page,
  { staffId }: { staffId: number },
): Promise<void> {
  const form = page.locator('form', { has: page.locator('input[name="served"]') }).first()
  const typed = (name: string) => form.locator(`input[name="${name}"]`).inputValue()
  const [before = ''] = (await typed('served')).split('.')
  const signed = signServed(
    { sealer: siteSealer(), clock: { now: () => new Date(Number(before) - 2000) } },
    {
      resultId: await typed('case'),
      revision: Number(await typed('revision')),
      judgements: Number(await typed('judgements')),
      staffId,
    },
  )
  await page.locator('input[name="served"]').evaluateAll((inputs, value) => {
    for (const input of inputs as HTMLInputElement[]) input.value = value
  }, signed)
}
