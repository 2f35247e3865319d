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
  const lazy = ['/src/events/store/lazy.ts']
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

const script = (name: string) => `/${name}.astro?astro&type=script`
const CLIENT = '/node_modules/@astrojs/react/dist/client.js'

it.each([
  { entries: islands(5), group: 'patients' },
  { entries: islands(4), group: null },
  { entries: ['/EventsList.tsx', ...islands(8)], group: 'list' },
  { entries: ['/EventsList.tsx', ...islands(7)], group: null },
  { entries: [CLIENT, '/EventsList.tsx', ...islands(8)], group: 'list' },
  { entries: [CLIENT], group: null },
  { entries: [script('SiteHeader'), script('Detail'), ...islands(1)], group: 'header' },
  { entries: [script('Detail'), script('Code'), ...islands(5)], group: 'with-Code-Detail' },
  { entries: [script('Detail'), ...islands(4)], group: 'pages' },
  { entries: [script('SiteHeader'), script('Detail')], group: null },
])('EVL-03 SITE-10 a module that $entries need is in the group $group', ({ entries, group }) => {
  expect(grouped(entries)).toBe(group)
})

it('SITE-10 the script of the header is in the file of what it needs', () => {
  expect(groupOf(script('SiteHeader'), { getModuleInfo: () => null })).toBe('header')
  expect(groupOf(script('SiteFooter'), { getModuleInfo: () => null })).toBeNull()
})

it.each([
  { lazy: { itself: true }, group: 'with-module' },
  { lazy: { through: true }, group: 'with-between' },
])(
  'SITE-10 a module that is loaded when it is needed ($lazy) is not in the file of patients',
  ({ lazy, group }) => {
    expect(grouped(islands(5), lazy)).toBe(group)
  },
)
