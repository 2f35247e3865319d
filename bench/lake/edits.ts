import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'

/** Milliseconds until each request was acknowledged, and for writing and flushing the same bytes without the lake. */
export type Series = { acknowledged: number[]; bare: number[]; bytes: number[] }
export type Measured = { edits: Series; publications: Series }

const WARM_UP = 20
/** Requests of an editor between two publications. */
const EDITS_PER_PUBLICATION = 4

/**
 * Edits a draft as the Studio does and publishes it regularly, with one listener connected. After each request the bare
 * disk is measured.
 */
export async function measureEdits(
  client: SanityClient,
  lakeDir: string,
  times: number,
): Promise<Measured> {
  const publishedId = await client.fetch<string>(
    '*[_type == "newsArticle" && defined(body)][0]._id',
  )
  const ids = { draftId: `drafts.${publishedId}`, publishedId }
  const disk = openDisk(lakeDir)
  const listening = client.listen('*[_type == "newsArticle"]').subscribe()
  const measured: Measured = { edits: emptySeries(), publications: emptySeries() }
  const edit = (n: number) =>
    client.action({
      actionType: 'sanity.action.document.edit',
      patch: { set: { title: `Edit ${n}` } },
      ...ids,
    })
  const publish = () => client.action({ actionType: 'sanity.action.document.publish', ...ids })
  try {
    for (let n = 0; n < times + WARM_UP; n += 1) {
      const isWarm = n >= WARM_UP
      await measure(isWarm ? measured.edits : emptySeries(), disk, () => edit(n))
      if (n % EDITS_PER_PUBLICATION > 0) continue
      await measure(isWarm ? measured.publications : emptySeries(), disk, publish)
    }
    return measured
  } finally {
    listening.unsubscribe()
    disk.close()
  }
}

const emptySeries = (): Series => ({ acknowledged: [], bare: [], bytes: [] })

async function measure(series: Series, disk: Disk, request: () => unknown): Promise<void> {
  const before = disk.logged()
  series.acknowledged.push(await timed(request))
  // A compaction starts a new log.
  const grown = disk.logged() - before
  const bytes = grown > 0 ? grown : (series.bytes.at(-1) ?? 1)
  series.bare.push(await timed(() => disk.append(bytes)))
  series.bytes.push(bytes)
}

type Disk = ReturnType<typeof openDisk>

/** The lake's log, and a file beside it for the comparison. */
function openDisk(lakeDir: string) {
  const log = join(lakeDir, 'production/log.ndjson')
  const file = openSync(join(lakeDir, 'bare.ndjson'), 'a')
  return {
    logged: () => statSync(log).size,
    append: (bytes: number) => append(file, bytes),
    close: () => closeSync(file),
  }
}

function append(file: number, bytes: number): void {
  writeSync(file, Buffer.alloc(bytes, 'x'))
  fdatasyncSync(file)
}

async function timed(action: () => unknown): Promise<number> {
  const started = performance.now()
  await action()
  return performance.now() - started
}
