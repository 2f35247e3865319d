import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openBrowser } from '#tests/unit/account/store/browser.ts'

beforeEach(() => vi.resetModules())
async function open(query: string) {
  const browser = openBrowser(`/receipt${query}`)
  const store = await import('#payments/store/receipt.ts')
  await store.loadReceipt()
  return { browser, state: store.$receipt.get().state }
}

describe('/receipt', () => {
  it.each(['', '?appointment=', '?appointment=%20'])(
    'PAY-10 an address without an appointment (%o) has no receipt, and asks nobody',
    async (query) => {
      const { browser, state } = await open(query)
      expect(state).toBe('missing')
      expect(browser.asked()).toEqual([])
    },
  )

  it('PAY-10 an address with an appointment asks for its receipt', async () => {
    const { browser } = await open('?appointment=7')
    expect(browser.asked()).toEqual(['GET /payments/receipts/7'])
  })
})
