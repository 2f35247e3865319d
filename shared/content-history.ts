/** A client of the content lake: Sanity's, in the Studio and on the server. */
type Client = {
  readonly config: () => { readonly dataset?: string | undefined }
  readonly request: <Answer>(options: {
    url: string
    query: Record<string, string>
  }) => Promise<Answer>
}

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
  client: Client,
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

/** The history of single documents. */
export const historyOf = (client: Client) => ({
  /** The transactions of these documents, newest first. */
  changes: (ids: readonly string[], most: number) => transactionsOf(client, { ids, limit: most }),
  /** A document as a transaction left it; undefined when it deleted the document. */
  after: async (id: string, transaction: string) => {
    const { documents } = await client.request<{
      documents: readonly Readonly<Record<string, unknown>>[]
    }>({
      url: `/data/history/${client.config().dataset}/documents/${id}`,
      query: { revision: transaction },
    })
    return documents[0]
  },
})

/** Whether the history cannot be read: the token lacks permission, or the store has deleted it. */
export const hasNoHistory = (error: unknown): boolean =>
  [401, 403, 404].includes((error as { statusCode?: number }).statusCode ?? 0)
