import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anchorOf } from '#core/rules/anchor.ts'

/** Links lead to these, on pages whose sections have anchors with `more-` or none. */
const ADDRESSES = {
  '/': ['upcoming-events'],
  '/about-us': ['about-*', 'our-team', 'our-supporters', 'get-involved', 'contact-us'],
  '/information-hub': ['education', 'research-and-data', 'resources'],
  '/news': ['newsletters', 'patient-journey', 'latest-news'],
  '/statistics': ['year-*'],
}

test('CMS-21 an id of the program and an anchor of a heading are never equal', () => {
  const files = globSync([
    'src/site/**/*.astro',
    'src/content/components/**/*.astro',
    'src/events/components/{FindNear,UpcomingEvents}.astro',
    'src/pages/{index,newsletter}.astro',
    'src/pages/{news,events,information-hub,about-us}/**/*.astro',
    'src/pages/news/index.astro',
  ])
  const found = (pattern: RegExp) =>
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, id = '']) => id),
    )
  const ids = found(/(?<!\w)id(?:=| = |: )['"{]?['"`]([^'"`]+)['"`]/g).map((id) =>
    id.replace(/\$\{[^}]+\}/, '*'),
  )
  expect(ids.length).toBeGreaterThan(40)
  const plain = ids.filter((id) => !id.includes('_'))
  expect(new Set(plain)).toEqual(new Set(Object.values(ADDRESSES).flat()))
  // Never the slug of a document: an editor could choose `resources`.
  const computed = new Set(found(/ id=\{([^`}]+)\}/g))
  expect(computed).toEqual(
    new Set(['id', 'anchor', 'ANCHORS.get(slug)', 'section.anchor', 'section.audience']),
  )
  expect(anchorOf('contact_email Contact_Email')).toBe('contact-email-contact-email')
})
