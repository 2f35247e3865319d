import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useReferringDocuments } from 'sanity'
import { IntentLink } from 'sanity/router'
import { titleOf } from '../shared/document-title.ts'
import { refersStrongly } from './references.ts'

type Props = {
  /** The document that is to leave the website. */
  id: string
  /** The name of the action. */
  verb: string
  /** What happens. */
  children: string
  title: string
  onConfirm: () => void
  onCancel: () => void
}

/** The consequences of unpublishing or deleting. The lake refuses it for a document that others refer to. */
export function LeaveQuestion({ id, verb, title, children, onConfirm, onCancel }: Props) {
  const { referringDocuments, isLoading } = useReferringDocuments(id, WHOLE_DOCUMENTS)
  // Redirects and links have weak references, which hold no document.
  const uses = referringDocuments.filter((document) => refersStrongly(document, id))
  const oldAddresses = referringDocuments.filter(({ _type }) => _type === 'redirect')
  const isLinked = referringDocuments.some(({ _type }) => _type !== 'redirect')
  const isUsed = uses.length > 0
  return (
    <Stack gap={5} paddingBottom={1}>
      {isUsed ? (
        <Uses title={title} documents={uses} />
      ) : (
        <Text size={1}>
          {children}
          {isLinked && ' Links to it become plain text until then.'}
          {oldAddresses.length > 0 && ` ${oldAddressWords(oldAddresses)}`}
        </Text>
      )}
      <Flex justify="flex-end" gap={2}>
        <Button text={isUsed ? 'Close' : 'Cancel'} mode="bleed" onClick={onCancel} />
        {!isUsed && <Button text={verb} tone="critical" disabled={isLoading} onClick={onConfirm} />}
      </Flex>
    </Stack>
  )
}

type Referrer = { readonly _id: string; readonly _type: string; readonly [field: string]: unknown }

/** A redirect stays, and works again when the document is back. */
function oldAddressWords(redirects: readonly Referrer[]): string {
  const addresses = [...new Set(redirects.map(({ from }) => String(from)))]
  const one = addresses.length === 1
  return `Its old address${one ? '' : 'es'} ${addresses.join(', ')} show${one ? 's' : ''} “page not found” until then.`
}

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
