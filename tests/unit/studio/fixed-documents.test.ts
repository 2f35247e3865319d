import { expect, it } from 'vitest'
import { fixedActions } from '../../../studio/fixed-documents.ts'

type Actions = Parameters<typeof fixedActions>[0]
type Context = Parameters<typeof fixedActions>[1]

const useDelete: Actions[number] = () => ({ label: 'Delete' })
useDelete.action = 'delete'

const page = { _id: 'p', _type: 'page', path: '/support-us' }

it.each([
  ['is not offered for a published page that the program needs', page, page, null],
  ['is offered for one that was never published', null, page, { label: 'Delete' }],
])('CMS-06 Delete %s', (_, published, draft, expected) => {
  const context = { schemaType: 'page' } as Context
  const [useAction] = fixedActions([useDelete], context)
  const props = { published, draft } as unknown as Parameters<Actions[number]>[0]
  expect(useAction?.(props)).toEqual(expected)
})
