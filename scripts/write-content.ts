import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dataset, toNdjson } from '../content/source/dataset.ts'

/** Writes content/data.ndjson from content/source. A unit test fails when they differ. */
await writeFile(join(import.meta.dirname, '../content/data.ndjson'), toNdjson(dataset))
console.log(`${dataset.length} documents written`)
