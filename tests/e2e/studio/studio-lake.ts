import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SanityClient } from '@sanity/client'
import { SAMPLE_ACCOUNTS } from '#local/lake/accounts.ts'
import { lakeClient } from '#tests/e2e/support/lake.ts'
import { addresses, dataDir } from '#tests/e2e/support/site.ts'
import { type LakeProcess, startLakeProcess } from '#tests/integration/lake/lake-process.ts'

export type Role = 'editor' | 'second' | 'viewer'
export type Account = { readonly email: string; readonly password: string }

/** A content lake that serves the built Studio under `/studio`. */
export type StudioLake = {
  readonly origin: string
  /** Has the access token: reads and writes everything, without the Studio. */
  readonly client: SanityClient
  readonly accounts: Readonly<Record<Role, Account>>
}

/** Where `npm start` puts the built Studio. */
export const builtStudio = () => join(dataDir(), 'studio')

/** The lake of the site under test: each publication there starts a build of the site. */
export function siteLake(): StudioLake {
  const { studio } = JSON.parse(readFileSync(join(dataDir(), 'sample-accounts.json'), 'utf8')) as {
    studio: Account & { second: Account; viewer: Account }
  }
  const { second, viewer, ...editor } = studio
  return { origin: addresses().lake, client: lakeClient(), accounts: { editor, second, viewer } }
}

/** A second lake with a copy of the site's content and no webhook: publishing there builds nothing. */
export async function startOwnLake(): Promise<StudioLake & { stop: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'halyard-studio-lake-'))
  // The log is append-only, and a last line that was copied in part is cut off at the start.
  for (const folder of ['production', 'assets']) {
    const content = join(dataDir(), 'lake', folder)
    if (existsSync(content)) cpSync(content, join(dir, folder), { recursive: true })
  }
  const accounts = {
    editor: { email: SAMPLE_ACCOUNTS.editor.email, password: 'editor-of-this-lake' },
    second: { email: SAMPLE_ACCOUNTS.second.email, password: 'second-of-this-lake' },
    viewer: { email: SAMPLE_ACCOUNTS.viewer.email, password: 'viewer-of-this-lake' },
  }
  const { origin, client, kill } = await startStudioLake(dir, '0', accounts)
  const stop = async () => {
    await kill()
    rmSync(dir, { recursive: true, force: true })
  }
  return { origin, client, accounts, stop }
}

/** Starts a lake on the content of `dir`; port `0` takes any free port. */
export function startStudioLake(
  dir: string,
  port: string,
  { editor, second, viewer }: StudioLake['accounts'],
): Promise<LakeProcess> {
  return startLakeProcess(dir, {
    LAKE_PORT: port,
    LAKE_STUDIO: builtStudio(),
    LAKE_SITE_URL: addresses().site,
    STUDIO_PASSWORD: editor.password,
    STUDIO_SECOND_PASSWORD: second.password,
    STUDIO_VIEWER_PASSWORD: viewer.password,
  })
}

/** Deletes news entries whose headline begins with `title`, drafts included, and images that nothing else uses. */
export async function removeNews(client: SanityClient, title: string): Promise<void> {
  const found = await client.fetch<{ _id: string; picture: string | null }[]>(
    '*[_type == "newsArticle" && title match $title]{_id, "picture": image.asset._ref}',
    { title: `${title}*` },
  )
  const change = client.transaction()
  for (const { _id } of found) change.delete(_id)
  await change.commit()
  const pictures = new Set(found.flatMap(({ picture }) => picture ?? []))
  for (const picture of pictures) {
    const uses = await client.fetch<number>('count(*[references($picture)])', { picture })
    if (uses === 0) await client.delete(picture)
  }
}
