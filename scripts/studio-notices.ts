import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { NOTICES_FILE, thirdPartyNotices } from '#shared/node/third-party-notices.ts'

/** The last step of `npm run build:studio`: the licences of its packages, beside its scripts (OPS-13). */
const studio = resolve(import.meta.dirname, '../studio')
writeFileSync(join(studio, process.argv[2] ?? 'dist', NOTICES_FILE), thirdPartyNotices(studio))
