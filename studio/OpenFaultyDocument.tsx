import { Text } from '@sanity/ui'
import { type ObjectSchemaType, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import { type ContentFault, topLevelField } from '../src/content/rules/content-fault.ts'

/** A link to the document that made a build fail. It names the field as the form does, where the type is known. */
export function OpenFaultyDocument({ fault }: { fault: ContentFault }) {
  const schema = useSchema()
  const { document: id } = fault
  // A path: no document is published there.
  if (id.startsWith('/')) return null
  // The id of a singleton is the name of its type; other ids do not show the type.
  const type = schema.get(id) as ObjectSchemaType | undefined
  const name = topLevelField(fault)
  const title = type?.fields?.find((field) => field.name === name)?.type.title
  return (
    <Text size={1}>
      <IntentLink intent="edit" params={{ id, ...(type && { type: type.name }) }}>
        {title === undefined ? 'Open the document' : `Open “${type?.title}” and fill in “${title}”`}
      </IntentLink>
    </Text>
  )
}
