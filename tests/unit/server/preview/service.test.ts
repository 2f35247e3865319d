import { describe, expect, it } from 'vitest'
import { asked, passOf, SECRET, stage } from './stage.ts'

describe('CMS-05 a preview begins', () => {
  it('CMS-05 with a fresh secret, once', async () => {
    const { service } = stage()
    expect(await service.start(asked)).toMatchObject({ ok: true, path: '/news/open-day' })
    expect(await service.start(asked)).toEqual({ ok: false, reason: 'link-over' })
  })

  it('CMS-05 not with a secret that the lake does not know, and that one fills no table', async () => {
    const { service, used } = stage(false)
    expect(await service.start(asked)).toEqual({ ok: false, reason: 'link-over' })
    expect(used).toEqual(['previewStartPerNetwork 127.0.0.1'])
  })

  it.each([null, '', 'short', `${SECRET}*`, 'x'.repeat(129)])(
    'CMS-05 not with what is no secret at all, without asking anybody: %j',
    async (secret) => {
      const { service, used } = stage()
      expect(await service.start({ ...asked, secret })).toMatchObject({ reason: 'link-over' })
      expect(used).toEqual([])
    },
  )

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', 'news', '/login'])(
    'CMS-05 not for an address that is none of ours, and the secret stays good: %s',
    async (path) => {
      const { service } = stage()
      expect(await service.start({ ...asked, path })).toMatchObject({ reason: 'address-wrong' })
      expect(await service.start(asked)).toMatchObject({ ok: true })
    },
  )

  it('CMS-05 says when no read token is configured, and when the lake is down', async () => {
    expect(await stage('no token').service.start(asked)).toMatchObject({ reason: 'not-configured' })
    const { service, used } = stage('down')
    expect(await service.start(asked)).toMatchObject({ reason: 'unreachable' })
    expect(used.some((use) => use.startsWith('previewSecret'))).toBe(false)
  })
})

describe('CMS-05 a pass', () => {
  it('CMS-05 is good until its hour is over', async () => {
    const one = stage()
    const pass = await passOf(one)
    one.at('2026-12-01T09:59:59Z')
    expect(one.service.openPass(pass)).toEqual(new Date('2026-12-01T10:00:00Z'))
    one.at('2026-12-01T10:00:00Z')
    expect(one.service.openPass(pass)).toBeUndefined()
  })

  it('CMS-05 cannot be made longer, changed or brought from another site', async () => {
    const one = stage()
    const pass = await passOf(one)
    const [second = '', signature = ''] = pass.split('.')
    for (const forged of [
      `${Number(second) + 3600}.${signature}`,
      `${second}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${second}.`,
      second,
      `${pass}x`,
      '',
    ]) {
      expect(one.service.openPass(forged), forged).toBeUndefined()
    }
    expect(stage(true, 'b').service.openPass(pass)).toBeUndefined()
    expect(one.service.openPass(undefined)).toBeUndefined()
  })
})

describe('CMS-05 a picture that may be made smaller', () => {
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
  ])('CMS-05 comes from the content and nowhere else: %s', (address, expected) => {
    expect(stage().service.isAsset('images', address)).toBe(expected)
  })
})
