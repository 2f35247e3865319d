import { useState } from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  type DocumentActionsResolver,
  useDocumentOperation,
  useDocumentPairPermissions,
  usePerspective,
  useSetPerspective,
} from 'sanity'
import { titleOf } from '../shared/document-title.ts'
import { BinIcon, UnpublishIcon } from './icons.tsx'
import { LeaveQuestion } from './LeaveQuestion.tsx'

/**
 * Sanity offers “Unpublish” only in its view of the published version, which is empty and read-only afterwards. Ours is
 * in the menu of the ordinary form, which then shows the draft. Its “Delete” counts every document that refers to this
 * one, also those that hold nothing, such as the redirect from the old address.
 */
export const withOwnLeaving: DocumentActionsResolver = (actions) =>
  actions.map((action) => OWN[String(action.action)] ?? action)

/** Adds the button “Edit” to the view of the published version, where nothing can be changed. */
export const withEdit: DocumentActionsResolver = (actions) => [useEditAction, ...actions]

const useEditAction: DocumentActionComponent = () => {
  const { selectedPerspectiveName } = usePerspective()
  const setPerspective = useSetPerspective()
  if (selectedPerspectiveName !== 'published') return null
  return { label: 'Edit', onHandle: () => setPerspective('drafts') }
}

const useUnpublishAction: DocumentActionComponent = (props) => {
  const { id, type, published } = props
  const { unpublish } = useDocumentOperation(id, type)
  const { selectedPerspectiveName } = usePerspective()
  const description = useLeaving(props, {
    verb: 'Unpublish',
    icon: UnpublishIcon,
    disabled: unpublish.disabled !== false,
    consequences: (title) =>
      `“${title}” will be removed from the website. Its text stays here as a draft, and you can publish it again.`,
    execute: () => unpublish.execute(),
  })
  return published === null || selectedPerspectiveName === 'published' ? null : description
}
useUnpublishAction.action = 'unpublish'

const useDeleteAction: DocumentActionComponent = (props) => {
  const { id, type, draft, published } = props
  const operation = useDocumentOperation(id, type).delete
  const versions = [draft, published].flatMap((document) => document?._id ?? [])
  return useLeaving(props, {
    verb: 'Delete',
    icon: BinIcon,
    disabled: operation.disabled !== false,
    consequences: (title) =>
      `“${title}” will be removed from the website and from the lists. You can restore it from “Recently deleted”.`,
    execute: () => operation.execute(versions),
  })
}
useDeleteAction.action = 'delete'

const OWN: Readonly<Record<string, DocumentActionComponent>> = {
  unpublish: useUnpublishAction,
  delete: useDeleteAction,
}

type Leaving = {
  verb: 'Unpublish' | 'Delete'
  icon: DocumentActionDescription['icon']
  disabled: boolean
  consequences: (title: string) => string
  execute: () => void
}

/** An action that takes the document from the website, after a question. */
function useLeaving(
  { id, type, draft, published, onComplete }: DocumentActionProps,
  { verb, icon, disabled, consequences, execute }: Leaving,
): DocumentActionDescription {
  const permission = verb === 'Delete' ? 'delete' : 'unpublish'
  const [allowed] = useDocumentPairPermissions({ id, type, permission })
  const [isAsking, setAsking] = useState(false)
  const title = titleOf(published ?? draft ?? {})
  const close = () => {
    setAsking(false)
    onComplete()
  }
  const confirm = () => {
    execute()
    close()
  }
  return {
    label: verb,
    icon,
    title: allowed?.granted === false ? 'Only for people who may edit' : '',
    tone: 'critical',
    disabled: disabled || allowed?.granted !== true,
    onHandle: () => setAsking(true),
    dialog: isAsking && {
      type: 'dialog',
      header: `${verb}?`,
      width: 'small',
      onClose: close,
      content: (
        <LeaveQuestion id={id} verb={verb} title={title} onConfirm={confirm} onCancel={close}>
          {consequences(title)}
        </LeaveQuestion>
      ),
    },
  }
}
