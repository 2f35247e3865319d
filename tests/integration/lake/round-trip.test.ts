import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exportDataset } from '@sanity/export'
import { sanityImport } from '@sanity/import'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { clientFor, startTestLake, TEST_TOKEN, temporaryFolder } from './test-lake.ts'

const picture = (width: number) =>
  sharp({ create: { width, height: 20, channels: 3, background: '#0b4f8a' } })
    .png()
    .toBuffer()

it('CMS-03 imports an export unchanged, with images and files', async () => {
  const [from, to] = await Promise.all([startTestLake(), startTestLake()])
  const folder = temporaryFolder()
  try {
    const source = clientFor(from.lake.origin, TEST_TOKEN)
    const image = await source.assets.upload('image', await picture(30), { filename: 'a.png' })
    const file = await source.assets.upload('file', Buffer.from('words'), { filename: 'a.txt' })
    const asset = (id: string) => ({ asset: { _type: 'reference', _ref: id } })
    await source.create({
      _id: 'a',
      _type: 'note',
      image: { _type: 'image', ...asset(image._id) },
      file: { _type: 'file', ...asset(file._id) },
      also: { _type: 'reference', _ref: 'b', _weak: true },
    })
    await source.create({ _id: 'drafts.a', _type: 'note', title: 'not yet' })
    const outputPath = join(folder, 'out.tar.gz')
    await exportDataset({ client: source, dataset: 'production', outputPath, types: [] })

    const target = clientFor(to.lake.origin, TEST_TOKEN)
    const { createReadStream } = await import('node:fs')
    const options = { client: target, operation: 'createOrReplace' as const }
    await sanityImport(createReadStream(outputPath), options)
    const content = '*[] | order(_id){_id, _type, title, sha1hash, image, file, also}'
    expect(await target.fetch(content)).toEqual(await source.fetch(content))
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await Promise.all([from.stop(), to.stop()])
  }
  expect([...from.faults, ...to.faults]).toEqual([])
})

it('CMS-03 creates a transformed image once, and again after its cached file was deleted', async () => {
  const { lake, dir, stop } = await startTestLake()
  const cacheDir = join(dir, 'transformed')
  try {
    const client = clientFor(lake.origin, TEST_TOKEN)
    const { url } = await client.assets.upload('image', await picture(60), { filename: 'b.png' })
    const fetched = async () =>
      Buffer.from(await (await fetch(`${url}?w=15&fm=webp`)).arrayBuffer())
    const [first] = await Promise.all([fetched(), fetched()])
    expect(readdirSync(cacheDir)).toHaveLength(1)
    expect(await fetched()).toEqual(first)
    rmSync(cacheDir, { recursive: true })
    mkdirSync(cacheDir)
    expect(await fetched()).toEqual(first)
  } finally {
    await stop()
  }
})
