import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import type { PayingSite } from './paying-site.ts'
import { siteSetup } from './payment-setup.ts'

/** The processing charge of `chargedSite`: of £20.00 it keeps £0.48. */
const SETTINGS = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  bookingPhone: '01632 960100',
  supportEmail: 'help@halyard.example',
  email: 'hello@halyard.example',
  paymentCharge: { percent: 1.4, pence: 20 },
}

/** `siteSetup` with the settings of a charity that keeps a charge. Registers the hooks of the test file. */
export function chargedSite(): PayingSite {
  let lake: Server
  let contentUrl = ''
  beforeAll(async () => {
    lake = createServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ result: SETTINGS }))
    })
    await new Promise<void>((resolve) => lake.listen(0, '127.0.0.1', resolve))
    const address = lake.address()
    contentUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(async () => {
    lake.closeAllConnections()
    await new Promise((resolve) => lake.close(resolve))
  })
  return siteSetup({ contentUrl: () => contentUrl })
}
