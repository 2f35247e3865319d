import { Stack, Text } from '@sanity/ui'
import { IntentLink } from 'sanity/router'
import { publishedFaultSentence } from '../src/content/rules/content-fault-text.ts'
import type { LiveReport } from '../src/content/rules/live-state.ts'

/** Each document with a fault or a warning of the last publication, with a link that opens it (CMS-06, CMS-07). */
export function PublishedFaults({ faults }: Pick<LiveReport, 'faults'>) {
  return (
    <Stack gap={3}>
      {faults.map(({ fault, title }) => (
        <Text
          size={1}
          key={`${fault.document} ${fault.field}`}
          style={{ overflowWrap: 'anywhere' }}
        >
          {publishedFaultSentence(fault, title)}{' '}
          {!fault.document.startsWith('/') && (
            <IntentLink intent="edit" params={{ id: fault.document, type: fault.type }}>
              Open it
            </IntentLink>
          )}
        </Text>
      ))}
    </Stack>
  )
}
