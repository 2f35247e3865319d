import { Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../shared/document-title.ts'
import { isDocumentType, isSingleton, typeTitle } from '../src/content/rules/document-types.ts'

type Props = {
  document: { readonly _id: string; readonly _type: string } & Readonly<Record<string, unknown>>
  /** Instead of a missing title. The only document of its type needs none. */
  otherwise?: string | undefined
}

/** Type and title of a document, as a link to its form. */
export function DocumentLink({ document, otherwise }: Props) {
  const { _id, _type } = document
  const type = isDocumentType(_type) ? typeTitle(_type) : _type
  const title = titleOf(document, otherwise ?? (isSingleton(_type) ? '' : undefined))
  return (
    <IntentLink intent="edit" params={{ id: _id.replace(/^drafts\./, ''), type: _type }}>
      <Text as="span" size={1}>
        {title === '' ? type : `${type}: ${title}`}
      </Text>
    </IntentLink>
  )
}
