import { Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionsResolver,
  useClient,
  useCurrentUser,
  useDocumentValuePermissions,
  useEditState,
} from 'sanity'
import { hasNoHistory, historyOf } from '../shared/content-history.ts'
import { SANITY_API_VERSION } from '../shared/content-lake.ts'
import { titleOf } from '../shared/document-title.ts'
import {
  type Approval,
  approvalId,
  canBeHealthText,
  contentHash,
  isHealthText,
} from '../src/content/rules/health-text.ts'
import { lastAuthor } from '../src/content/rules/last-author.ts'
import { TickIcon } from './icons.tsx'

/** Adds “Approve” to health texts (CMS-22). An approval itself is written by that action only. */
export const withApproval: DocumentActionsResolver = (actions, { schemaType }) => {
  if (schemaType === 'approval') return []
  return canBeHealthText(schemaType)
    ? [...actions.slice(0, 1), useApproveAction, ...actions.slice(1)]
    : actions
}

type Dialog = NonNullable<DocumentActionDescription['dialog']>

/** The version that the dialog asks about: another one may be published while it is open. */
type Asked = { readonly hash: string; readonly isOwn: boolean }

function unknownAuthor(error: unknown): undefined {
  if (!hasNoHistory(error)) throw error
}

/** Lets a second person approve what is published. The website compares it with what it has read. */
const useApproveAction: DocumentActionComponent = ({ id, published }) => {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const user = useCurrentUser()
  const { push } = useToast()
  const [asked, setAsked] = useState<Asked>()
  const [mayApprove] = useDocumentValuePermissions({
    document: { _id: approvalId(id), _type: 'approval' },
    permission: 'create',
  })
  const approval = useEditState(approvalId(id), 'approval').published as Approval | null
  const hash = useHash(published)
  if (published === null || !(isHealthText(published) || approval?.isHealthText)) return null

  const title = titleOf(published)
  const isApproved = hash !== undefined && approval?.hash === hash
  const open = async () => {
    if (hash === undefined) return
    try {
      const author = await lastAuthor(historyOf(client), id, hash).catch(unknownAuthor)
      setAsked({ hash, isOwn: author !== undefined && author === user?.id })
    } catch {
      push({ status: 'error', title: 'Who wrote this could not be checked. Try again.' })
    }
  }
  const close = () => setAsked(undefined)
  const approve = async () => {
    close()
    if (asked?.hash !== hash) {
      push({ status: 'warning', title: 'Not approved: it was published again. Read it again.' })
      return
    }
    const document = {
      _id: approvalId(id),
      _type: 'approval',
      title,
      approver: user?.name ?? user?.email ?? '',
      hash,
      isHealthText: isHealthText(published),
    }
    await client.createOrReplace(document).then(
      () => push({ status: 'success', title: `Approved: “${title}”` }),
      () => push({ status: 'error', title: 'The approval was not stored. Try again.' }),
    )
  }
  return {
    label: isApproved ? 'Approved' : 'Approve',
    icon: TickIcon,
    disabled: isApproved || hash === undefined || mayApprove?.granted !== true,
    onHandle: () => void open(),
    dialog: dialogFor(asked, title, approve, close),
  }
}

function dialogFor(
  asked: Asked | undefined,
  title: string,
  approve: () => Promise<void>,
  close: () => void,
): Dialog {
  if (asked === undefined) return false
  if (asked.isOwn)
    return {
      type: 'dialog',
      header: 'Another person must approve this',
      onClose: close,
      content: <Text>You wrote this version last. Ask a colleague to read and approve it.</Text>,
    }
  return {
    type: 'confirm',
    tone: 'primary',
    confirmButtonText: 'Approve',
    message: (
      <Stack gap={4}>
        <Text>You approve the published version of “{title}”. Visitors then see it.</Text>
        <Text>Read it first, with its sources. What is only in a draft is not approved.</Text>
      </Stack>
    ),
    onCancel: close,
    onConfirm: () => void approve(),
  }
}

/** The hash of what a document says; undefined until it is computed. */
function useHash(document: object | null): string | undefined {
  const [found, setFound] = useState<{ of: object; hash: string }>()
  useEffect(() => {
    if (document === null) return
    void contentHash({ ...document }).then((hash) => setFound({ of: document, hash }))
  }, [document])
  return found?.of === document ? found?.hash : undefined
}
