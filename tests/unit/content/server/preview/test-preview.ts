import { type PreviewService, previewService } from '#content/server/preview.ts'
import { refused } from '#core/server/outcome.ts'
import { createSealer } from '#core/server/security/seal.ts'

export const SECRET = 's'.repeat(43)

const keys = (letter: string) => ({
  data: [{ id: 'k', key: Buffer.alloc(32, 'k') }],
  lookup: Buffer.alloc(32, letter),
})

export type TestPreview = { service: PreviewService; used: string[]; at(time: string): void }

/** The preview service with a test clock; `fresh` says how the lake answers a secret. */
export function testPreview(fresh: boolean | 'down' | 'no token' = true, key = 'a'): TestPreview {
  let now = new Date('2026-12-01T09:00:00Z')
  const used: string[] = []
  const service = previewService({
    clock: { now: () => now },
    sealer: createSealer(keys(key)),
    limiter: {
      count: ([name, subject] = ['previewSecret', '']) => {
        const use = `${name} ${subject}`
        used.push(use)
        const isOver = name === 'previewSecret' && used.indexOf(use) !== used.lastIndexOf(use)
        return Promise.resolve(isOver ? refused('too-many-requests') : undefined)
      },
    },
    secrets:
      fresh === 'no token'
        ? undefined
        : {
            isFresh: () =>
              fresh === 'down' ? Promise.reject(new Error('down')) : Promise.resolve(fresh),
          },
    assetOrigin: 'http://127.0.0.1:3333',
  })
  return {
    service,
    used,
    at: (time) => {
      now = new Date(time)
    },
  }
}

export const startRequest = { secret: SECRET, path: '/news/open-day', network: '127.0.0.1' }

export async function passOf({ service }: TestPreview): Promise<string> {
  const started = await service.start(startRequest)
  return started.ok ? started.pass : ''
}
