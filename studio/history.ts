import type { SanityClient } from '@sanity/client'

/** A transaction of the dataset without its content. */
export type Transaction = {
  readonly id: string
  readonly timestamp: string
  /** The id of the user. */
  readonly author: string
  readonly documentIDs: readonly string[]
}

type Wanted = {
  /** At most 1,000. */
  limit: number
  /** Undefined: of all documents. */
  ids?: readonly string[]
  /** Only this transaction and older ones. */
  upTo?: string | undefined
}

/** Transactions from Sanity's history, newest first. */
export async function transactionsOf(
  client: SanityClient,
  { limit, ids, upTo }: Wanted,
): Promise<Transaction[]> {
  const ofDocuments = ids ? `/${ids.join(',')}` : ''
  const lines = await client.request<string>({
    url: `/data/history/${client.config().dataset}/transactions${ofDocuments}`,
    query: {
      limit: String(limit),
      reverse: 'true',
      excludeContent: 'true',
      ...(upTo !== undefined && { toTransaction: upTo }),
    },
  })
  return lines.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line) as Transaction)))
}
