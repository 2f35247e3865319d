import { isReady } from '#tests/e2e/support/site.ts'

/** The health endpoint answers before the sample data is loaded: waits until `npm start` reports that it is ready. */
async function waitUntilReady(): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!isReady()) {
    if (Date.now() > deadline) throw new Error('npm start did not become ready.')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export default waitUntilReady
