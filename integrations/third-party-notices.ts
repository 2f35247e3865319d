import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { NOTICES_FILE, thirdPartyNotices } from '#shared/node/third-party-notices.ts'

/** Writes the licences of the bundled packages beside the scripts of the pages (OPS-13) and beside the server's bundle. */
export const writeThirdPartyNotices = (): AstroIntegration => {
  let [root, outDir] = ['', '']
  return {
    name: 'third-party-notices',
    hooks: {
      'astro:config:done': ({ config }) => {
        root = fileURLToPath(config.root)
        outDir = fileURLToPath(config.outDir)
      },
      'astro:build:done': async ({ dir }) => {
        const text = thirdPartyNotices(root)
        for (const folder of [fileURLToPath(dir), outDir]) {
          await writeFile(join(folder, NOTICES_FILE), text)
        }
      },
    },
  }
}
