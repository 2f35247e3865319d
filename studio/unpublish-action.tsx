import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useState } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  type DocumentActionsResolver,
  useDocumentOperation,
  useDocumentPairPermissions,
  usePerspective,
  useReferringDocuments,
  useSetPerspective,
} from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../shared/document-title.ts'
import { UnpublishIcon } from './icons.tsx'
import { refersStrongly } from './references.ts'

/**
 * Sanity offers “Unpublish” only in its view of the published version, which is empty and read-only afterwards. Ours is
 * in the menu of the ordinary form, which then shows the draft.
 */
export const withOwnUnpublish: DocumentActionsResolver = (actions) =>
  actions.map((action) => (action.action === 'unpublish' ? useUnpublishAction : action))

/** Adds the button “Edit” to the view of the published version, where nothing can be changed. */
export const withEdit: DocumentActionsResolver = (actions) => [useEditAction, ...actions]

const useEditAction: DocumentActionComponent = () => {
  const { selectedPerspectiveName } = usePerspective()
  const setPerspective = useSetPerspective()
  if (selectedPerspectiveName !== 'published') return null
  return { label: 'Edit', onHandle: () => setPerspective('drafts') }
}

const useUnpublishAction: DocumentActionComponent = (props) => {
  const { selectedPerspectiveName } = usePerspective()
  const description = useUnpublishing(props)
  return selectedPerspectiveName === 'published' ? null : description
}
useUnpublishAction.action = 'unpublish'

/** Null where nothing is published. */
function useUnpublishing(props: DocumentActionProps): DocumentActionDescription | null {
  const { id, type, published, onComplete } = props
  const { unpublish } = useDocumentOperation(id, type)
  const [permission] = useDocumentPairPermissions({ id, type, permission: 'unpublish' })
  const [isAsking, setAsking] = useState(false)
  if (!published) return null
  const close = () => {
    setAsking(false)
    onComplete()
  }
  const confirm = () => {
    unpublish.execute()
    close()
  }
  return {
    label: 'Unpublish',
    icon: UnpublishIcon,
    title: permission?.granted === false ? 'Only for people who may edit' : '',
    tone: 'critical',
    disabled: unpublish.disabled !== false || permission?.granted !== true,
    onHandle: () => setAsking(true),
    dialog: isAsking && {
      type: 'dialog',
      header: 'Unpublish?',
      width: 'small',
      onClose: close,
      content: <Question id={id} title={titleOf(published)} onConfirm={confirm} onCancel={close} />,
    },
  }
}

type QuestionProps = { id: string; title: string; onConfirm: () => void; onCancel: () => void }

/** The consequences of unpublishing. The lake refuses to unpublish a document that others refer to. */
function Question({ id, title, onConfirm, onCancel }: QuestionProps) {
  const { referringDocuments, isLoading } = useReferringDocuments(id, WHOLE_DOCUMENTS)
  // Redirects and links have weak references, which do not prevent unpublishing.
  const uses = referringDocuments.filter((document) => refersStrongly(document, id))
  const isLinked = referringDocuments.some(({ _type }) => _type !== 'redirect')
  const isUsed = uses.length > 0
  return (
    <Stack gap={5} paddingBottom={1}>
      {isUsed ? (
        <Uses title={title} documents={uses} />
      ) : (
        <Text size={1}>
          “{title}” will be removed from the website. Its text stays here as a draft, and you can
          publish it again.
          {isLinked && ' Links to it become plain text until then.'}
        </Text>
      )}
      <Flex justify="flex-end" gap={2}>
        <Button text={isUsed ? 'Close' : 'Cancel'} mode="bleed" onClick={onCancel} />
        {!isUsed && (
          <Button text="Unpublish" tone="critical" disabled={isLoading} onClick={onConfirm} />
        )}
      </Flex>
    </Stack>
  )
}

type Referrer = { readonly _id: string; readonly _type: string }

function Uses({ title, documents }: { title: string; documents: readonly Referrer[] }) {
  return (
    <Stack gap={3}>
      <Text size={1}>“{title}” is used in these documents. Remove it there first:</Text>
      {documents.map((document) => (
        <Text size={1} key={document._id}>
          <IntentLink intent="edit" params={{ id: document._id, type: document._type }}>
            {titleOf(document)}
          </IntentLink>
        </Text>
      ))}
    </Stack>
  )
}

/** For `useReferringDocuments`. */
const WHOLE_DOCUMENTS: string[] = []
