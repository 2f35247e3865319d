import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useState } from 'react'
import { useClient, useCurrentUser, userHasRole, useSchema, useUser } from 'sanity'
import { useRouter } from 'sanity/router'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import { titleOf } from '../../shared/document-title.ts'
import { momentInWords } from '../moments.ts'
import { type DeletedDocument, listDeleted, restoreDeleted } from './deleted-documents.ts'

type Listed = readonly DeletedDocument[] | 'loading' | 'failed'

/** The pane “Recently deleted”, which restores documents as drafts. */
export function RecentlyDeleted() {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const [listed, setListed] = useState<Listed>('loading')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    const show = (value: Listed) => isCurrent && setListed(value)
    listDeleted(client).then(show, () => show('failed'))
    return () => {
      isCurrent = false
    }
  }, [client, attempt])
  const tryAgain = () => {
    setListed('loading')
    setAttempt(attempt + 1)
  }
  return (
    <Stack gap={4} padding={4} as="section" aria-label="Recently deleted">
      <Text muted={true} size={1}>
        “Restore” brings a document back as a draft. It is on the website again when you publish it.
      </Text>
      {listed === 'loading' && <Text role="status">Looking for deleted documents …</Text>}
      {listed === 'failed' && (
        <Stack gap={4}>
          <Text role="alert">The list could not be loaded. Check that you are online.</Text>
          <Box>
            <Button text="Try again" mode="ghost" onClick={tryAgain} />
          </Box>
        </Stack>
      )}
      {Array.isArray(listed) && <DeletedList listed={listed} />}
    </Stack>
  )
}

function DeletedList({ listed }: { listed: readonly DeletedDocument[] }) {
  if (listed.length === 0) return <Text>Nothing was deleted.</Text>
  return (
    <Stack gap={2} as="ul" padding={0}>
      {listed.map((document) => (
        <Card key={document.id} as="li" border={true} radius={2} padding={3}>
          <DeletedRow document={document} all={listed} />
        </Card>
      ))}
    </Stack>
  )
}

type RowProps = { document: DeletedDocument; all: readonly DeletedDocument[] }

function DeletedRow({ document, all }: RowProps) {
  const { deletedAt, deletedBy, content } = document
  const [user] = useUser(deletedBy)
  const typeTitle = useSchema().get(content._type)?.title ?? content._type
  const { isRestoring, restore } = useRestore(document, all)
  const me = useCurrentUser()
  const isViewer = me !== null && userHasRole(me, 'viewer')
  return (
    <Flex align="center" gap={3}>
      <Stack gap={3} flex={1}>
        <Text weight="medium">{titleOf(content)}</Text>
        <Text size={1} muted={true}>
          {typeTitle} · deleted {momentInWords(deletedAt, new Date())}
          {user?.displayName && ` by ${user.displayName}`}
        </Text>
      </Stack>
      <Button
        text="Restore"
        mode="ghost"
        aria-label={`Restore ${titleOf(content)}`}
        disabled={isRestoring || isViewer}
        onClick={restore}
      />
    </Flex>
  )
}

/** Restores a document and opens its form, or shows why that failed. */
function useRestore(document: DeletedDocument, all: readonly DeletedDocument[]) {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const { push } = useToast()
  const { navigateIntent } = useRouter()
  const [isRestoring, setRestoring] = useState(false)
  const restore = async () => {
    const missing = await restoreDeleted(client, document)
    if (missing.length > 0) {
      push({ status: 'warning', title: 'Not restored yet', description: needed(missing, all) })
      return
    }
    push({ status: 'success', title: 'Restored as a draft', description: 'Check it and publish.' })
    navigateIntent('edit', { id: document.id, type: document.content._type })
  }
  return {
    isRestoring,
    restore: () => {
      setRestoring(true)
      restore()
        .catch(() => push(FAILED))
        .finally(() => setRestoring(false))
    },
  }
}

/** Names the documents that must be restored and published first. */
function needed(missing: readonly string[], all: readonly DeletedDocument[]): string {
  const names = missing.map((id) => {
    const listed = all.find((document) => document.id === id)
    return listed ? `“${titleOf(listed.content)}”` : 'a document that is gone or not published'
  })
  return `It refers to ${[...new Set(names)].join(', ')}. Restore and publish that first.`
}

const FAILED = {
  status: 'error',
  title: 'The document could not be restored',
  description: 'Check that you are online, then press Restore again.',
} as const
