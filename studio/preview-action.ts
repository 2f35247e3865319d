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
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { documentPath, hasPreview } from '../src/domain/document-types.ts'
import { siteUrl } from './environment.ts'
import { EyeIcon } from './icons.tsx'

/** Adds “Preview” after the first action, which is the button. */
export const withPreview: DocumentActionsResolver = (actions, { schemaType }) =>
  hasPreview(schemaType) ? [...actions.slice(0, 1), usePreviewAction, ...actions.slice(1)] : actions

/** The document that opens a preview: users who may not create one cannot preview. */
const SECRET = { _id: 'drafts.preview', _type: 'sanity.previewUrlSecret' }

/** Opens the page that shows this document, drafts included, in a new tab. */
const usePreviewAction: DocumentActionComponent = ({ id, type, draft, published, version }) => {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const user = useCurrentUser()
  const { commit } = useDocumentOperation(id, type)
  const [mayCreateSecret] = useDocumentValuePermissions({ document: SECRET, permission: 'create' })
  const { push } = useToast()
  const [isOpening, setOpening] = useState(false)
  const path = documentPath(type, version ?? draft ?? published)
  const obstacle = obstacleOf(path, mayCreateSecret?.granted === true)

  const open = async (tab: Window, to: string) => {
    // Saves what was typed a moment ago, so that the preview shows it.
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

/** Why the preview cannot be opened, for the editor. */
function obstacleOf(path: string | undefined, mayCreateSecret: boolean): string | undefined {
  if (siteUrl === undefined) return 'this Studio does not know the address of the website'
  if (!mayCreateSecret) return 'only for people who may edit'
  if (path === undefined) return 'fill in “Address” first'
  return undefined
}

/** Must open within the click, before any await, or browsers block it as a pop-up. It has no `opener`. */
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
