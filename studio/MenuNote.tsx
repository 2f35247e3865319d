import { Card, Text } from '@sanity/ui'
import { getPublishedId, useEditState } from 'sanity'
import { IntentLink } from 'sanity/router'
import { documentPath, typeTitle } from '../src/content/rules/document-types.ts'
import { isInMenu, type StoredMenus } from '../src/content/rules/menus.ts'

/** Other types with a page are listed on another page automatically. */
export const isOfMenus = (type: string) => type === 'page' || type === 'policy'

type Fields = Readonly<Record<string, unknown>>

/** Says above a form that no menu leads to its page (SITE-18). A note: links in texts may be enough. */
export function MenuNote({ document }: { document: unknown }) {
  const { draft, published, ready } = useEditState('menus', 'menus')
  const fields = (document ?? {}) as Fields
  const path = documentPath(String(fields['_type']), fields)
  const id = getPublishedId(String(fields['_id']))
  const isShown =
    ready && path !== undefined && !isInMenu((draft ?? published) as StoredMenus | null, id, path)
  return (
    <Card tone="transparent" radius={2} padding={isShown ? 3 : 0}>
      <div role="status">
        {isShown && (
          <Text size={1}>
            This page is in no menu. Visitors find it only by links in other pages and by the
            search.{' '}
            <IntentLink intent="edit" params={{ id: 'menus', type: 'menus' }}>
              Open “{typeTitle('menus')}”
            </IntentLink>
          </Text>
        )}
      </div>
    </Card>
  )
}
