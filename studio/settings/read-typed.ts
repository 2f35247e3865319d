import type { SanityClient } from '@sanity/client'
import { transactionsOf } from '../../shared/content-history.ts'
import { DOCUMENT_TYPES } from '../../src/content/rules/document-types.ts'
import type { SettingValues } from '../../src/core/rules/setting-values.ts'
import { type SomeDocument, type TypedValue, typedValues } from './typed-values.ts'

const SETTINGS = 'siteSettings'
/** Publications of the settings that are looked through for former values. */
const FORMER_VERSIONS = 10
const DOCUMENTS = '*[_type in $types && !(_id in path("versions.**"))]'

/** The values of the settings that stand typed in texts, with those of former publications. */
export async function readTyped(client: SanityClient): Promise<TypedValue[]> {
  const [documents, former] = await Promise.all([
    client.fetch<SomeDocument[]>(DOCUMENTS, { types: DOCUMENT_TYPES }, { perspective: 'raw' }),
    formerSettings(client),
  ])
  const now = documents.find(({ _id }) => _id === SETTINGS)
  return now === undefined ? [] : typedValues(documents, now as SettingValues, former)
}

async function formerSettings(client: SanityClient): Promise<SettingValues[]> {
  const transactions = await transactionsOf(client, { limit: FORMER_VERSIONS, ids: [SETTINGS] })
  return await Promise.all(
    transactions.map(async ({ id }) => {
      const { documents } = await client.request<{ documents: SettingValues[] }>({
        url: `/data/history/${client.config().dataset}/documents/${SETTINGS}`,
        query: { revision: id },
      })
      return documents[0] ?? {}
    }),
  )
}

let known: { readonly revision: string; readonly reading: Promise<TypedValue[]> } | undefined

/** The same for the fields of one form: they ask together. */
export function readTypedOnce(client: SanityClient, revision: string): Promise<TypedValue[]> {
  if (known?.revision !== revision) known = { revision, reading: readTyped(client) }
  return known.reading
}
