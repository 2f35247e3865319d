import { channel } from 'node:diagnostics_channel'
import { currentDrafts } from '#content/read/drafts.ts'
import { ASSET_WANTED_CHANNEL, type AssetWanted } from '#content/rules/content-read.ts'

const wanted = channel(ASSET_WANTED_CHANNEL)

/** Whether a former version is read: reading is synchronous, so only one document is read at a time. */
let readsFormer = false

/** Reads a former version of a document: its pictures and files may come from the copies that builds keep. */
export function asFormer<Value>(read: () => Value): Value {
  const outer = readsFormer
  readsFormer = true
  try {
    return read()
  } finally {
    readsFormer = outer
  }
}

/** Whether the content lake has lost the bytes at an address. Only a build asks; a preview shows the picture as missing. */
export function isLost(url: string): boolean {
  if (!wanted.hasSubscribers || currentDrafts() !== undefined) return false
  const asked: AssetWanted = { url, ofFormer: readsFormer, isLost: false }
  wanted.publish(asked)
  return asked.isLost
}
