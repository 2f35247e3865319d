import { describe, expect, it } from 'vitest'
import { passOf, SECRET, startRequest, testPreview } from './test-preview.ts'

describe('CMS-05 starting a preview', () => {
  it('CMS-05 accepts a fresh secret once', async () => {
    const { service } = testPreview()
    expect(await service.start(startRequest)).toMatchObject({ ok: true, path: '/news/open-day' })
    expect(await service.start(startRequest)).toEqual({ ok: false, reason: 'link-over' })
  })

  it('CMS-05 refuses a secret that the lake does not know, and stores nothing for it', async () => {
    const { service, used } = testPreview(false)
    expect(await service.start(startRequest)).toEqual({ ok: false, reason: 'link-over' })
    expect(used).toEqual(['previewStartPerNetwork 127.0.0.1'])
  })

  it.each([null, '', 'short', `${SECRET}*`, 'x'.repeat(129)])(
    'CMS-05 refuses a malformed secret before it uses a limit or the lake: %j',
    async (secret) => {
      const { service, used } = testPreview()
      expect(await service.start({ ...startRequest, secret })).toMatchObject({
        reason: 'link-over',
      })
      expect(used).toEqual([])
    },
  )

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'news', '/login'])(
    'CMS-05 refuses a path that is not a content page, and the secret stays valid: %s',
    async (path) => {
      const { service } = testPreview()
      expect(await service.start({ ...startRequest, path })).toMatchObject({
        reason: 'address-wrong',
      })
      expect(await service.start(startRequest)).toMatchObject({ ok: true })
    },
  )

  it('CMS-05 refuses when no read token is configured, and when the lake is down', async () => {
    expect(await testPreview('no token').service.start(startRequest)).toMatchObject({
      reason: 'not-configured',
    })
    const { service, used } = testPreview('down')
    expect(await service.start(startRequest)).toMatchObject({ reason: 'unreachable' })
    expect(used.some((use) => use.startsWith('previewSecret'))).toBe(false)
  })
})

describe('CMS-05 a preview pass', () => {
  it('CMS-05 expires after one hour', async () => {
    const one = testPreview()
    const pass = await passOf(one)
    one.at('2026-12-01T09:59:59Z')
    expect(one.service.openPass(pass)).toEqual(new Date('2026-12-01T10:00:00Z'))
    one.at('2026-12-01T10:00:00Z')
    expect(one.service.openPass(pass)).toBeUndefined()
  })

  it('CMS-05 is refused when extended, changed or signed by another site', async () => {
    const one = testPreview()
    const pass = await passOf(one)
    const [expiry = '', signature = ''] = pass.split('.')
    for (const forged of [
      `${Number(expiry) + 3600}.${signature}`,
      `${expiry}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${expiry}.`,
      expiry,
      `${pass}x`,
      '',
    ]) {
      expect(one.service.openPass(forged), forged).toBeUndefined()
    }
    expect(testPreview(true, 'b').service.openPass(pass)).toBeUndefined()
    expect(one.service.openPass(undefined)).toBeUndefined()
  })
})

describe('CMS-05 a picture that may be resized', () => {
  it.each([
    ['http://127.0.0.1:3333/images/halyard0/production/a-10x10.png', true],
    ['http://127.0.0.1:3333/images/halyard0/production/a-10x10.png?rect=0,0,5,5', true],
    ['http://127.0.0.1:3333/v2026-11-01/data/export/production', false],
    ['http://127.0.0.1:3333/images/../v2026-11-01/data/export/production', false],
    ['http://127.0.0.1:5432/images/a.png', false],
    ['https://127.0.0.1:3333/images/a.png', false],
    ['http://127.0.0.1:3333@evil.example/images/a.png', false],
    ['http://localhost:3333/images/a.png', false],
    ['/og.png', false],
    ['file:///images/a.png', false],
    ['http://127.0.0.1:3333/files/halyard0/production/a.pdf', false],
    ['', false],
  ])('CMS-05 is accepted only from the lake’s images: %s', (address, expected) => {
    expect(testPreview().service.isAsset('images', address)).toBe(expected)
  })
})
