import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AstroIntegration } from 'astro'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(html|css|js|mjs|json|svg|xml|txt|ics|vtt|webmanifest)$/
/** Below this a compressed copy saves less than its header costs. */
const LEAST_BYTES = 512
const AT_ONCE = 4

async function compressFile(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.byteLength < LEAST_BYTES) return
  const [small, smaller] = await Promise.all([
    zip(text, { level: 9 }),
    brotli(text, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.byteLength,
      },
    }),
  ])
  if (small.byteLength < text.byteLength) await writeFile(`${file}.gz`, small)
  if (smaller.byteLength < text.byteLength) await writeFile(`${file}.br`, smaller)
}

/** Writes a brotli and a gzip copy beside every text file below `folder`: nothing is compressed while a visitor waits. */
async function compressFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const queue = [...files]
  const worker = async () => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) await compressFile(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return files.length
}

/** Compresses the built site; `server.ts` serves the copies. */
export const precompress = (): AstroIntegration => ({
  name: 'precompress',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const files = await compressFolder(fileURLToPath(dir))
      logger.info(`${files} text files compressed`)
    },
  },
})
