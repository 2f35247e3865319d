import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { drawings } from '../content/source/drawings/all.ts'
import { type Drawing, toSvg } from '../content/source/drawings/ink.ts'

/** Writes the pictures of the sample dataset to content/images. Run it after a change of a drawing; the pictures are committed. */
const FOLDER = join(import.meta.dirname, '../content/images')
const MAX_BYTES = 200_000

async function draw(drawing: Drawing): Promise<number> {
  const svg = Buffer.from(toSvg(drawing))
  const png = await sharp(svg).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  if (png.length > MAX_BYTES)
    throw new Error(`${drawing.name} has ${png.length} bytes, more than ${MAX_BYTES}`)
  await writeFile(join(FOLDER, `${drawing.name}.png`), png)
  return png.length
}

await mkdir(FOLDER, { recursive: true })
const names = process.argv.slice(2)
let total = 0
for (const drawing of drawings)
  if (names.length === 0 || names.includes(drawing.name)) total += await draw(drawing)
console.log(`${drawings.length} pictures, ${Math.round(total / 1000)} kB written`)
