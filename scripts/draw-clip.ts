import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { CLIP, clipFrame } from '../content/source/drawings/clip.ts'
import { toSvg } from '../content/source/drawings/ink.ts'

/** Writes the clip of the seminar page to content/files; the clip is committed. The first argument is the path of ffmpeg. */
const MAX_BYTES = 1_000_000
const output = join(import.meta.dirname, `../content/files/${CLIP.name}.mp4`)
const frames = await mkdtemp(join(tmpdir(), 'halyard-clip-'))

try {
  const { width, height, seconds, framesPerSecond: rate } = CLIP
  for (let n = 0; n < seconds * rate; n += 1) {
    const svg = toSvg({ name: '', width, height, body: clipFrame(n / rate) })
    await sharp(Buffer.from(svg))
      .png()
      .toFile(join(frames, `${String(n).padStart(4, '0')}.png`))
  }
  const input = ['-y', '-framerate', String(rate), '-i', join(frames, '%04d.png')]
  const codec = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '28', '-pix_fmt', 'yuv420p']
  const ffmpeg = process.argv[2] ?? 'ffmpeg'
  await promisify(execFile)(ffmpeg, [...input, ...codec, '-movflags', '+faststart', output])
  const { size } = await stat(output)
  if (size > MAX_BYTES) throw new Error(`The clip has ${size} bytes, more than ${MAX_BYTES}`)
  console.log(`${seconds} seconds, ${Math.round(size / 1000)} kB written`)
} finally {
  await rm(frames, { recursive: true, force: true })
}
