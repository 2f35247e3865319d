import { readdirSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { LakeProcess } from './lake-process.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { clientFor, signIn } from './test-lake.ts'

let disk: SmallDisk
let lake: LakeProcess

beforeAll(async () => {
  disk = await openSmallDisk()
  lake = await disk.start({ STUDIO_PASSWORD: 'the-editors' })
})
afterAll(async () => {
  await lake.kill()
  await disk.remove()
})

const FULL = { statusCode: 507, message: expect.stringContaining('disk is full') }
/** Longer than the free part of the log's last block. */
const text = 'x'.repeat(10_000)
const write = (n: number) => lake.client.createOrReplace({ _id: 'doc', _type: 'note', n, text })
const read = async () => await clientFor(lake.origin).fetch<number>('*[_id == "doc"][0].n')

describe('a disk without space', () => {
  it('CMS-10 CMS-11 writes are answered with 507 and reads work, also of images in a new size', async () => {
    expect(lake.diskFull).toBe(false)
    await write(1)
    const create = { width: 40, height: 40, channels: 3 as const, background: '#001f5b' }
    const image = await lake.client.assets.upload('image', await sharp({ create }).png().toBuffer())
    disk.fill()
    await expect(write(2)).rejects.toMatchObject(FULL)
    expect(await read()).toBe(1)
    const small = await fetch(`${image.url}?w=20`)
    const metadata = await sharp(Buffer.from(await small.arrayBuffer())).metadata()
    expect([small.status, metadata.width]).toEqual([200, 20])
  })

  it('CMS-11 a start reports it and serves the content read-only, also with a new password', async () => {
    await lake.kill()
    lake = await disk.start({ STUDIO_PASSWORD: 'another-one' })
    expect(lake.diskFull).toBe(true)
    expect(lake.errors()).toContain('Disk full: the content lake is read-only until there is space')
    expect(await read()).toBe(1)
    await expect(write(2)).rejects.toMatchObject(FULL)
    expect((await signIn(lake.origin, 'editor@halyard.example', 'another-one')).status).toBe(507)
  })

  it('CMS-11 when there is space again, the lake reports it and accepts changes without a restart; no temporary file is left', async () => {
    disk.free()
    await write(3)
    expect((await signIn(lake.origin, 'editor@halyard.example', 'another-one')).status).toBe(303)
    await vi.waitFor(() => expect(lake.errors()).toContain('There is space on the disk again'), {
      timeout: 10_000,
    })
    await lake.kill()
    lake = await disk.start({ STUDIO_PASSWORD: 'another-one' })
    expect([await read(), lake.diskFull]).toEqual([3, false])
    expect(readdirSync(disk.folder).filter((name) => name.endsWith('.new'))).toEqual([])
  })
})
