import { Stack, Text } from '@sanity/ui'
import type { ReactNode } from 'react'

/** An input with its label above it. */
export function Labelled({
  id,
  label,
  children,
}: {
  id: string
  label: string
  children: ReactNode
}) {
  return (
    <Stack gap={3} style={{ flexGrow: 1 }}>
      <Text as="label" htmlFor={id} size={1} weight="medium">
        {label}
      </Text>
      {children}
    </Stack>
  )
}
