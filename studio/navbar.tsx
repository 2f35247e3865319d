import { Box, Card, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type NavbarProps, useClient } from 'sanity'
import { OpenFaultyDocument } from './OpenFaultyDocument.tsx'
import { type Publishing, publishingWords, watchPublishing } from './publishing.ts'

/** The Studio's own bar, and under it how the website is: what is published here is seen there a little later. */
export function NavbarWithPublishing(props: NavbarProps) {
  return (
    <>
      {props.renderDefault(props)}
      <PublishingLine />
    </>
  )
}

function PublishingLine() {
  const publishing = usePublishing()
  if (publishing === undefined) return null
  const hasFailed = publishing.state === 'failed'
  const words = (
    <Stack gap={3} paddingX={4} paddingY={3}>
      <Text size={1} weight={hasFailed ? 'semibold' : 'regular'}>
        {publishingWords(publishing, new Date())}
      </Text>
      {publishing.message !== undefined && (
        <Text size={1} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {publishing.message}
        </Text>
      )}
      {hasFailed && <OpenFaultyDocument message={publishing.message ?? ''} />}
    </Stack>
  )
  return (
    <Card tone={hasFailed ? 'critical' : 'default'} borderBottom={true}>
      {/* Two elements, both always there: what waits for a pause before it is read aloud, and what does not. */}
      <Box role="status">{!hasFailed && words}</Box>
      <Box role="alert" overflow="auto" style={{ maxHeight: '30vh' }}>
        {hasFailed && words}
      </Box>
    </Card>
  )
}

function usePublishing(): Publishing | undefined {
  const client = useClient({ apiVersion: '2025-02-19' })
  const [publishing, setPublishing] = useState<Publishing>()
  useEffect(() => watchPublishing(client, setPublishing), [client])
  return publishing
}
