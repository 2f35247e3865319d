import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { type Browser, chromium } from '@playwright/test'
import sharp from 'sharp'
import { drawings } from '../content/source/drawings/all.ts'
import { type Drawing, toSvg } from '../content/source/drawings/ink.ts'
import { launchOptions } from './test/chromium.ts'

/**
 * Writes the pictures of the sample dataset to content/images. Run it after a change of a drawing; the pictures are
 * committed. Chromium draws those with text, because sharp cannot read the web font of the site.
 */
const FOLDER = join(import.meta.dirname, '../content/images')
const MAX_BYTES = 200_000
const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
)

async function drawText(browser: Browser, { width, height }: Drawing, svg: string) {
  const font = (await readFile(FONT)).toString('base64')
  const page = await browser.newPage({ viewport: { width, height } })
  await page.setContent(`<style>
    @font-face { font-family: "SourceSans"; font-weight: 200 900; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0 } svg { display: block }
    </style>${svg}`)
  await page.evaluate(() => document.fonts.ready)
  const shot = await page.screenshot({ omitBackground: true })
  await page.close()
  return shot
}

async function draw(browser: Browser, drawing: Drawing): Promise<number> {
  const svg = toSvg(drawing)
  const drawn = svg.includes('<text') ? await drawText(browser, drawing, svg) : Buffer.from(svg)
  const png = await sharp(drawn).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  if (png.length > MAX_BYTES)
    throw new Error(`${drawing.name} has ${png.length} bytes, more than ${MAX_BYTES}`)
  await writeFile(join(FOLDER, `${drawing.name}.png`), png)
  return png.length
}

await mkdir(FOLDER, { recursive: true })
const browser = await chromium.launch(launchOptions(process.env))
const names = process.argv.slice(2)
const chosen = drawings.filter(({ name }) => names.length === 0 || names.includes(name))
let total = 0
for (const drawing of chosen) total += await draw(browser, drawing)
await browser.close()
console.log(`${chosen.length} pictures, ${Math.round(total / 1000)} kB written`)
