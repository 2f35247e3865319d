import { Stack } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { useClient, useEditState } from 'sanity'
import { SANITY_API_VERSION } from '../../shared/content-lake.ts'
import type { SettingName } from '../../src/core/rules/setting-values.ts'
import { DocumentLink } from '../DocumentLink.tsx'
import { readTypedOnce } from './read-typed.ts'
import type { TypedValue } from './typed-values.ts'

/** Below a value of the settings: the texts in which it, or a former one, stands typed (CMS-17). */
export function TypedInTexts({ setting }: { setting: SettingName }) {
  const found = useTyped().filter(
    (typed) => typed.setting === setting && typed.documents.length > 0,
  )
  return (
    <Stack gap={3} paddingTop={found.length > 0 ? 3 : 0} role="status">
      {found.map((typed) => (
        <details key={typed.value} open={typed.isFormer}>
          <summary style={{ fontSize: '0.8125rem' }}>{wordsOf(typed)}</summary>
          <ul>
            {typed.documents.map((document) => (
              <li key={document._id}>
                <DocumentLink
                  document={document}
                  otherwise={document._type === 'siteSettings' ? 'texts below' : undefined}
                />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Stack>
  )
}

const wordsOf = ({ value, isFormer, documents }: TypedValue) => {
  const texts = documents.length === 1 ? 'one text' : `${documents.length} texts`
  return isFormer
    ? `${value} still stands in ${texts}`
    : `Typed in ${texts}: what is typed does not follow a change here`
}

/** Read when the form opens, and again after the settings were published. */
function useTyped(): readonly TypedValue[] {
  const client = useClient({ apiVersion: SANITY_API_VERSION })
  const revision = useEditState('siteSettings', 'siteSettings').published?._rev
  const [typed, setTyped] = useState<readonly TypedValue[]>([])
  useEffect(() => {
    let isShown = true
    if (revision !== undefined)
      readTypedOnce(client, revision).then(
        (found) => isShown && setTyped(found),
        // Without a connection there is no list; the form says that there is none.
        () => undefined,
      )
    return () => {
      isShown = false
    }
  }, [client, revision])
  return typed
}
