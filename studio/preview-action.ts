import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionsResolver,
  useClient,
  useCurrentUser,
  useDocumentOperation,
  useDocumentValuePermissions,
} from 'sanity'
import { EyeIcon } from './EyeIcon.tsx'
import { siteUrl } from './environment.ts'
import { sitePathOf, standsOnSite } from './site-paths.ts'

/** Adds “Preview” behind the first action, which is the button, for what can be seen on the website. */
export const withPreview: DocumentActionsResolver = (actions, { schemaType }) =>
  standsOnSite(schemaType)
    ? [...actions.slice(0, 1), usePreviewAction, ...actions.slice(1)]
    : actions

/** What the website's key to the drafts looks like: whoever may not make one cannot preview. */
const SECRET = { _id: 'drafts.preview', _type: 'sanity.previewUrlSecret' }

/** Opens the page that shows this document, drafts included, in a new tab. */
const usePreviewAction: DocumentActionComponent = ({ id, type, draft, published, version }) => {
  const client = useClient({ apiVersion: '2025-02-19' })
  const user = useCurrentUser()
  const { commit } = useDocumentOperation(id, type)
  const [mayMakeSecret] = useDocumentValuePermissions({ document: SECRET, permission: 'create' })
  const { push } = useToast()
  const [isOpening, setOpening] = useState(false)
  const path = sitePathOf(type, version ?? draft ?? published)
  const obstacle = obstacleOf(path, mayMakeSecret?.granted === true)

  const open = async (tab: Window, to: string) => {
    // What was typed a moment ago belongs into the preview.
    commit.execute()
    const { secret } = await createPreviewSecret(
      client,
      'halyard-studio',
      window.location.origin,
      user?.id,
    )
    tab.location.replace(startAddress(secret, to))
  }

  return {
    label: obstacle === undefined ? 'Preview' : `Preview: ${obstacle}`,
    title: obstacle,
    icon: EyeIcon,
    disabled: obstacle !== undefined || isOpening,
    onHandle: () => {
      const tab = emptyTab()
      if (tab === null || path === undefined) {
        push(BLOCKED)
        return
      }
      setOpening(true)
      open(tab, path)
        .catch(() => {
          tab.close()
          push(FAILED)
        })
        .finally(() => setOpening(false))
    },
  }
}

/** Why there is nothing to open, in an editor's words. */
function obstacleOf(path: string | undefined, mayMakeSecret: boolean): string | undefined {
  if (siteUrl === undefined) return 'this Studio does not know the address of the website'
  if (!mayMakeSecret) return 'only for people who may edit'
  if (path === undefined) return 'fill in “Address” first'
  return undefined
}

/** Opened within the click, before any waiting, or browsers take it for an advertisement. Knows nothing of this page. */
function emptyTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab !== null) tab.opener = null
  return tab
}

function startAddress(secret: string, path: string): string {
  const address = new URL('/preview/start', siteUrl)
  address.searchParams.set('sanity-preview-secret', secret)
  address.searchParams.set('sanity-preview-pathname', path)
  return address.href
}

const BLOCKED = {
  status: 'warning',
  title: 'Your browser did not open the preview',
  description: 'Allow this page to open new tabs, then press Preview again.',
} as const

const FAILED = {
  status: 'error',
  title: 'The preview could not be opened',
  description: 'Check that you are online, then press Preview again.',
} as const
