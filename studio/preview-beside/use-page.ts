import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { getDraftId, type SanityClient, useClient } from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { usePreviewSecret } from '../preview-action.ts'
import { type PageProblem, pagesOf } from './ask-site.ts'
import { type InTurn, inTurn } from './in-turn.ts'

/** The page as the website made it last, and why it made none after that. */
export type PageView = {
  readonly html: string | undefined
  readonly problem: PageProblem | undefined
  readonly isUpdating: boolean
}

/** From a change to the request: the Studio saves several times while a sentence is typed. */
const DELAY_MS = 1_000
/** Delay before listening again after the listener failed. */
const RETRY_DELAY_MS = 20_000

/** The page at `path` with drafts: made again after each change of the document `id` that was saved. */
export function usePage(
  { id, path }: { id: string; path: string },
  site: string,
): PageView & { retry: () => void } {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const makeSecret = usePreviewSecret()
  const askPage = useMemo(() => pagesOf({ site, makeSecret }), [site, makeSecret])
  const [view, setView] = useState<PageView>({
    html: undefined,
    problem: undefined,
    isUpdating: true,
  })
  const asked = useRef(path)
  const turns = useRef<InTurn>(undefined)

  useEffect(() => {
    let isOver = false
    const update = async () => {
      setView((last) => ({ ...last, isUpdating: true }))
      const answer = await askPage(asked.current)
      if (isOver) return
      setView(({ html }) => ({ html, problem: undefined, ...answer, isUpdating: false }))
    }
    const own = inTurn(update, DELAY_MS)
    turns.current = own
    own.now()
    const endWatch = watchDocument(client, id, own.soon)
    return () => {
      isOver = true
      own.stop()
      endWatch()
    }
  }, [askPage, client, id])

  useEffect(() => {
    if (asked.current === path) return
    asked.current = path
    turns.current?.soon()
  }, [path])

  return { ...view, retry: useCallback(() => turns.current?.now(), []) }
}

/** Calls `onChange` after each saved change of a document or its draft, and after a lost connection. Returns a function that ends it. */
function watchDocument(client: SanityClient, id: string, onChange: () => void): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  const listen = () =>
    client
      .listen(
        '*[_id in $ids]',
        { ids: [id, getDraftId(id)] },
        { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' },
      )
      .subscribe({
        next: onChange,
        error: () => {
          retry = setTimeout(() => {
            subscription = listen()
          }, RETRY_DELAY_MS)
        },
      })
  let subscription = listen()
  return () => {
    clearTimeout(retry)
    subscription.unsubscribe()
  }
}
