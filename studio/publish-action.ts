import { useState } from 'react'
import type { DocumentActionComponent, DocumentActionsResolver } from 'sanity'
import { pastWords } from '../schemas/times.ts'
import type { ContentTimes } from '../src/content/rules/content-times.ts'
import { fixedPlace } from '../src/content/rules/fixed-documents.ts'

/** “Publish” asks first when the time of a document has passed (CMS-08). */
export const withPastQuestion: DocumentActionsResolver = (actions) =>
  actions.map((action) => (action.action === 'publish' ? asking(action) : action))

function asking(usePublish: DocumentActionComponent): DocumentActionComponent {
  const useAsking: DocumentActionComponent = (props) => {
    const description = usePublish(props)
    const [isAsking, setAsking] = useState(false)
    const { draft } = props
    const words =
      draft && fixedPlace(draft) === undefined ? pastWords(draft as ContentTimes) : undefined
    if (!description || words === undefined) return description
    return {
      ...description,
      onHandle: () => setAsking(true),
      dialog: isAsking && {
        type: 'confirm',
        tone: 'caution',
        message: `${words}. Publish all the same?`,
        onCancel: () => setAsking(false),
        onConfirm: () => {
          setAsking(false)
          description.onHandle?.()
        },
      },
    }
  }
  return Object.assign(useAsking, {
    action: usePublish.action,
    displayName: usePublish.displayName,
  })
}
