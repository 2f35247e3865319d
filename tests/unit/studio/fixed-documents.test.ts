import type { DocumentActionComponent, DocumentActionProps, DocumentActionsContext } from 'sanity'
import { expect, it } from 'vitest'
import { fixedActions } from '../../../studio/fixed-documents.ts'

const useDelete: DocumentActionComponent = () => ({ label: 'Delete' })
useDelete.action = 'delete'

const page = { _id: 'p', _type: 'page', path: '/support-us' }

it.each([
  ['is not offered for a published page that the program needs', page, page, null],
  ['is offered for one that was never published', null, page, { label: 'Delete' }],
])('CMS-06 Delete %s', (_, published, draft, expected) => {
  const context = { schemaType: 'page' } as DocumentActionsContext
  const [useAction] = fixedActions([useDelete], context)
  const props = { published, draft } as unknown as DocumentActionProps
  expect(useAction?.(props)).toEqual(expected)
})
