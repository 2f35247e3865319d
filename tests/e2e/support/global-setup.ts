import { isReady } from '#tests/e2e/support/site.ts'

/** The server answers before the samples are in; tests begin when `npm start` says that all is ready. */
async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!isReady()) {
    if (Date.now() > deadline) throw new Error('npm start did not become ready.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export default waitUntilReady
