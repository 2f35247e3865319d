type Wall = { kinds: string[]; forbidden: string[]; allowed: string[] }

/** Layouts and components have the same rule; `ofAstro` is the module of Astro that they use. */
const markup = (kinds: string[], ofAstro: string): Wall => ({
  kinds,
  forbidden: [
    '#server/config/env.ts',
    '#stores/booking/booking.ts',
    '#contract/holds.ts',
    '#pages/index.astro',
    'pg',
    '#content/news.ts',
  ],
  allowed: [
    '#layouts/Page.astro',
    '#components/seo/Head.astro',
    '#islands/ui/Dialog.tsx',
    '#domain/event.ts',
    ofAstro,
  ],
})

/** The imports that a file of each folder may not, and may, have. */
export const WALLS: Record<string, Wall> = {
  'src/domain': {
    kinds: ['ts'],
    forbidden: ['#contract/holds.ts', '#server/config/env.ts', 'zod/mini', 'node:fs', './slot.ts'],
    allowed: ['#domain/slot.ts', 'dayjs', 'dayjs/plugin/utc.js'],
  },
  'src/contract': {
    kinds: ['ts'],
    forbidden: [
      '#stores/booking/booking.ts',
      '#server/config/env.ts',
      'zod',
      'kysely',
      '../domain/slot.ts',
    ],
    allowed: ['#contract/holds.ts', '#domain/slot.ts', 'zod/mini'],
  },
  'src/stores': {
    kinds: ['ts'],
    forbidden: [
      '#server/config/env.ts',
      '#islands/ui/Dialog.tsx',
      '#content/news.ts',
      'react',
      'zod/mini',
      '#shared/node/atomic-file.ts',
    ],
    allowed: [
      '#stores/account/session.ts',
      '#contract/holds.ts',
      '#domain/slot.ts',
      'nanostores',
      '@nanostores/persistent',
    ],
  },
  'src/islands': {
    kinds: ['tsx', 'ts'],
    forbidden: [
      '#contract/call.ts',
      '#server/config/env.ts',
      '#content/news.ts',
      '#components/seo/Head.astro',
      'node:fs',
      'kysely',
      '#shared/node/atomic-file.ts',
    ],
    allowed: [
      '#islands/ui/Dialog.tsx',
      '#stores/booking/booking.ts',
      '#domain/slot.ts',
      'react',
      '@nanostores/react',
    ],
  },
  'src/content': {
    kinds: ['ts'],
    forbidden: [
      '#server/database/database.ts',
      '#contract/holds.ts',
      '#components/seo/Head.astro',
      'pg',
      'node:fs',
    ],
    allowed: [
      '#content/client.ts',
      '#domain/event.ts',
      '#server/config/env.ts',
      '@sanity/client',
      'groq',
      'node:async_hooks',
      'node:diagnostics_channel',
    ],
  },
  'src/server/services': {
    kinds: ['ts'],
    forbidden: [
      '#pages/index.astro',
      '#islands/ui/Dialog.tsx',
      '#stores/booking/booking.ts',
      '#local/start.ts',
      '#tests/fixtures/database.ts',
      '#content/news.ts',
      '../../../local/start.ts',
    ],
    allowed: [
      '#server/config/env.ts',
      '#domain/slot.ts',
      '#contract/holds.ts',
      'kysely',
      'node:crypto',
    ],
  },
  'src/layouts': markup(['astro'], 'astro:assets'),
  'src/components': markup(['astro', 'ts'], 'astro'),
  'src/pages': {
    kinds: ['astro'],
    forbidden: [
      '#pages/login.astro',
      '#local/start.ts',
      '#tests/fixtures/database.ts',
      '#schemas/index.ts',
      '../../local/start.ts',
    ],
    allowed: [
      '#server/config/env.ts',
      '#content/news.ts',
      '#islands/ui/Dialog.tsx',
      '#layouts/Page.astro',
      '#pages/_shared.ts',
    ],
  },
  'src/pages/preview': {
    kinds: ['astro', 'ts'],
    forbidden: ['#local/start.ts', '#tests/fixtures/database.ts', '#schemas/index.ts', '../x.ts'],
    allowed: ['#pages/index.astro', '#content/news.ts', '#layouts/Page.astro'],
  },
  'schemas/documents': {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      '#server/config/env.ts',
      '#content/news.ts',
      'react',
      '../../src/server/config/env.ts',
      '../../studio/structure.ts',
    ],
    allowed: [
      'sanity',
      '../objects/link.ts',
      './page.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  'studio/components': {
    kinds: ['ts', 'tsx'],
    forbidden: [
      '#domain/event.ts',
      '#server/config/env.ts',
      '../../src/server/config/env.ts',
      '../../local/start.ts',
    ],
    allowed: [
      'sanity',
      'react',
      '../../schemas/index.ts',
      '../structure.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  'local/lake': {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      '#shared/stand-in-lake.ts',
      '#server/config/env.ts',
      '#contract/holds.ts',
      '../../src/server/config/env.ts',
      '../../tests/fixtures/database.ts',
    ],
    allowed: [
      'node:fs',
      'groq-js',
      '../runtime/ports.ts',
      '../../src/domain/event.ts',
      '../../shared/stand-in-lake.ts',
    ],
  },
  shared: {
    kinds: ['ts'],
    forbidden: [
      '#domain/event.ts',
      'zod/mini',
      'node:fs',
      '../src/domain/event.ts',
      './node/atomic-file.ts',
    ],
    allowed: ['./stand-in-lake.ts'],
  },
  'shared/node': {
    kinds: ['ts'],
    forbidden: ['#domain/event.ts', 'zod/mini', '../../src/domain/event.ts'],
    allowed: ['node:fs', '../stand-in-lake.ts', './atomic-file.ts'],
  },
  src: {
    kinds: ['ts'],
    forbidden: [
      '#local/start.ts',
      '#tests/x.ts',
      '#schemas/index.ts',
      '../studio/structure.ts',
      '#pages/x.ts',
    ],
    allowed: ['node:fs'],
  },
  'tests/unit': { kinds: ['ts'], forbidden: ['#pages/index.astro'], allowed: ['#local/start.ts'] },
  scripts: { kinds: ['ts'], forbidden: ['../src/pages/x.ts'], allowed: ['#server/config/env.ts'] },
}
