import { Text } from '@sanity/ui'
import { type ObjectSchemaType, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'

/** What the website says of content that it cannot show; the document stands first, then the field. */
const FAULT = /The content is incomplete: ([\w-]+)(?:\.(\w+)\S*)? must be /

/** Leads from the website's complaint to the document, and names the field as the form does. */
export function OpenFaultyDocument({ message }: { message: string }) {
  const schema = useSchema()
  const [, id, name] = FAULT.exec(message) ?? []
  if (id === undefined) return null
  // The id of a document that there is one of is the name of its type; of others we know the id alone.
  const type = schema.get(id) as ObjectSchemaType | undefined
  const title = type?.fields?.find((field) => field.name === name)?.type.title
  return (
    <Text size={1}>
      <IntentLink intent="edit" params={{ id, ...(type && { type: type.name }) }}>
        {title === undefined ? 'Open the document' : `Open “${type?.title}” and fill in “${title}”`}
      </IntentLink>
    </Text>
  )
}
