import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { useToast } from '@sanity/ui/toast'
import { useCallback, useState } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionsResolver,
  useClient,
  useCurrentUser,
  useDocumentOperation,
  useDocumentValuePermissions,
} from 'sanity'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { documentPath, hasPreview } from '../src/content/rules/document-types.ts'
import { siteUrl } from './environment.ts'
import { EyeIcon } from './icons.tsx'

/** Adds “Preview” after the first action, which is the button. */
export const withPreview: DocumentActionsResolver = (actions, { schemaType }) =>
  hasPreview(schemaType) ? [...actions.slice(0, 1), usePreviewAction, ...actions.slice(1)] : actions

/** The document that opens a preview: users who may not create one cannot preview. */
const SECRET = { _id: 'drafts.preview', _type: 'sanity.previewUrlSecret' }

/** Stores a secret that lets this user see drafts on the website: it works once, within two minutes. */
export function usePreviewSecret(): () => Promise<string> {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const user = useCurrentUser()
  return useCallback(async () => {
    const origin = window.location.origin
    return (await createPreviewSecret(client, 'halyard-studio', origin, user?.id)).secret
  }, [client, user?.id])
}

/** Until it is known what the user may do. */
export const STILL_CHECKING = 'checking what you may do'

/** Why a page cannot be previewed, for the editor. */
export function usePreviewObstacle(path: string | undefined): string | undefined {
  const [mayCreateSecret, isLoading] = useDocumentValuePermissions({
    document: SECRET,
    permission: 'create',
  })
  if (siteUrl === undefined) return 'this Studio does not know the address of the website'
  if (isLoading) return STILL_CHECKING
  if (mayCreateSecret?.granted !== true) return 'only for people who may edit'
  return path === undefined ? 'fill in “Address” first' : undefined
}

/** Opens the page that shows this document, drafts included, in a new tab. */
const usePreviewAction: DocumentActionComponent = ({ id, type, draft, published, version }) => {
  const makeSecret = usePreviewSecret()
  const { commit } = useDocumentOperation(id, type)
  const { push } = useToast()
  const [isOpening, setOpening] = useState(false)
  const path = documentPath(type, version ?? draft ?? published)
  const obstacle = usePreviewObstacle(path)

  const open = async (tab: Window, to: string) => {
    // Saves what was typed a moment ago, so that the preview shows it.
    commit.execute()
    tab.location.replace(startAddress(await makeSecret(), to))
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
