import type {
  DocumentActionComponent,
  DocumentActionsResolver,
  NewDocumentOptionsResolver,
  Template,
} from 'sanity'
import { fixedIds } from '../src/content/rules/document-types.ts'
import { fixedPlace } from '../src/content/rules/fixed-documents.ts'

/** The site reads the documents of a fixed set and no others of their types. An approval is made by its button. */
const isFixedSet = (type: string) => fixedIds(type) !== undefined || type === 'approval'
/** `duplicate` is a copy with the same address. */
const FORBIDDEN = new Set<string | undefined>(['delete', 'duplicate', 'unpublish'])

/** Documents with a place in the program cannot be deleted, unpublished or duplicated (CMS-06). */
export const fixedActions: DocumentActionsResolver = (actions, { schemaType }) =>
  isFixedSet(schemaType)
    ? actions.filter(({ action }) => !FORBIDDEN.has(action))
    : actions.map((action) => (FORBIDDEN.has(action.action) ? unlessFixed(action) : action))

/** Hides an action while the published document has a place in the program, which depends on its address. */
function unlessFixed(useAction: DocumentActionComponent): DocumentActionComponent {
  const useUnlessFixed: DocumentActionComponent = (props) => {
    const description = useAction(props)
    // An unpublished document has no place in the program, whatever its address: it can be deleted.
    const { published } = props
    return published && fixedPlace(published) !== undefined ? null : description
  }
  return Object.assign(useUnlessFixed, {
    action: useAction.action,
    displayName: useAction.displayName,
  })
}

export const withoutFixedSets: NewDocumentOptionsResolver = (options) =>
  options.filter(({ templateId }) => !isFixedSet(templateId))

export const templatesWithoutFixedSets = (templates: Template[]): Template[] =>
  templates.filter(({ schemaType }) => !isFixedSet(schemaType))
