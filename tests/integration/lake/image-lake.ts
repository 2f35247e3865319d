import type { SanityClient } from '@sanity/client'
import { createImageUrlBuilder, type ImageUrlBuilder } from '@sanity/image-url'
import sharp from 'sharp'
import { expect } from 'vitest'
import { LAKE_DATASET, LAKE_PROJECT_ID } from '#shared/stand-in-lake.ts'
import { clientFor, startTestLake, TEST_TOKEN } from './test-lake.ts'

const COLOURS = { red: [240, 0, 0], green: [0, 240, 0], blue: [0, 0, 240], yellow: [240, 240, 0] }
const NAMES = ['red', 'green', 'blue', 'yellow'] as const
export type Point = [x: number, y: number]

const block = (name: (typeof NAMES)[number], isDark: boolean) => {
  const [r = 0, g = 0, b = 0] = COLOURS[name].map((part) => (isDark ? part / 2 : part))
  return sharp({ create: { width: 100, height: 100, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

/** A lake with two pictures. */
export type ImageLake = {
  client: SanityClient
  /** 400 by 200: red, green, blue, yellow, from left to right; the upper half of each is darker. */
  stripes: () => ImageUrlBuilder
  /** 100 by 100, with a transparent left half. */
  glass: () => ImageUrlBuilder
  /** The unmodified URL builder, with the lake as its host. */
  picture: (id: string) => ImageUrlBuilder
  upload: (body: Buffer) => Promise<string>
  stop: () => Promise<void>
}

export async function startImageLake(): Promise<ImageLake> {
  const running = await startTestLake()
  const client = clientFor(running.lake.origin, TEST_TOKEN)
  const upload = async (body: Buffer) => (await client.assets.upload('image', body))._id
  const picture = (id: string) =>
    createImageUrlBuilder({
      projectId: LAKE_PROJECT_ID,
      dataset: LAKE_DATASET,
      baseUrl: running.lake.origin,
    }).image(id)
  const blocks = NAMES.flatMap((name, index) =>
    [true, false].map(async (isDark) => ({
      input: await block(name, isDark),
      left: 100 * index,
      top: isDark ? 0 : 100,
    })),
  )
  const create = { width: 400, height: 200, channels: 3 as const, background: '#000' }
  const stripes = await upload(
    await sharp({ create })
      .composite(await Promise.all(blocks))
      .png()
      .toBuffer(),
  )
  const empty = { width: 100, height: 100, channels: 4 as const, background: '#00000000' }
  const half = { width: 50, height: 100, channels: 4 as const, background: '#ff0000' }
  const input = await sharp({ create: half }).png().toBuffer()
  const glass = await upload(
    await sharp({ create: empty })
      .composite([{ input, left: 50, top: 0 }])
      .png()
      .toBuffer(),
  )
  return {
    ...{ client, picture, upload },
    stripes: () => picture(stripes),
    glass: () => picture(glass),
    async stop() {
      await running.stop()
      expect(running.faults).toEqual([])
    },
  }
}

export async function fetched(url: string) {
  const answer = await fetch(url)
  const body = Buffer.from(await answer.arrayBuffer())
  expect([answer.status, answer.status === 200 ? '' : body.toString()]).toEqual([200, ''])
  const { data, info } = await sharp(body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = ([x, y]: Point) => [
    ...data.subarray(4 * (y * info.width + x), 4 * (y * info.width + x) + 4),
  ]
  return { size: [info.width, info.height], at, headers: answer.headers, body }
}

/** The colour at a point: its name, with `dark` before it in the upper half. */
export function nameOf([r = 0, g = 0, b = 0]: number[]): string {
  const found = NAMES.flatMap((name) =>
    [1, 2].map((divisor) => {
      const [x = 0, y = 0, z = 0] = COLOURS[name].map((part) => part / divisor)
      const distance = Math.abs(x - r) + Math.abs(y - g) + Math.abs(z - b)
      return { name: divisor === 2 ? `dark ${name}` : name, distance }
    }),
  ).sort((one, other) => one.distance - other.distance)
  return (found[0]?.distance ?? 999) < 60 ? (found[0]?.name ?? '') : `${r},${g},${b}`
}
