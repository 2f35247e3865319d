import { expect, it } from 'vitest'
import { groupOf } from '../../integrations/shared-scripts.ts'

const islands = (count: number) => Array.from({ length: count }, (_, index) => `/Form${index}.tsx`)

/** A module that these entries import through another module. `lazy` imports it, or the other module, when it is needed. */
function grouped(entries: readonly string[], { itself = false, through = false } = {}) {
  const modules = new Map(
    entries.map(
      (entry) => [entry, { isEntry: true, importers: [], dynamicImporters: [] }] as const,
    ),
  )
  const lazy = ['/src/stores/lazy.ts']
  const between = { isEntry: false, importers: entries, dynamicImporters: through ? lazy : [] }
  const module = {
    isEntry: false,
    importers: ['/between.ts'],
    dynamicImporters: itself ? lazy : [],
  }
  const getModuleInfo = (id: string) =>
    ({ '/module.ts': module, '/between.ts': between })[id] ?? modules.get(id) ?? null
  return groupOf('/module.ts', { getModuleInfo })
}

it.each([
  { entries: islands(5), group: 'patients' },
  { entries: islands(4), group: null },
  { entries: ['/EventsList.tsx', ...islands(8)], group: 'list' },
  { entries: ['/EventsList.tsx', ...islands(7)], group: null },
  { entries: ['/Header.astro?astro&type=script', ...islands(9)], group: 'pages' },
  { entries: ['/Header.astro?astro&type=script', '/Map.astro?astro&type=script'], group: null },
])('EVL-03 SITE-10 a module that $entries need is in the group $group', ({ entries, group }) => {
  expect(grouped(entries)).toBe(group)
})

it.each([{ itself: true }, { through: true }])(
  'SITE-10 a module that is loaded when it is needed ($itself, $through) is not in the file of patients',
  (lazy) => {
    expect(grouped(islands(5), lazy)).toBe('pages')
  },
)
