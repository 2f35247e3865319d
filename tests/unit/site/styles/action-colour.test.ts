import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../../../../src/site/styles/components/', import.meta.url)
const rules = readdirSync(folder).flatMap((file) =>
  [...readFileSync(new URL(file, folder), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
    ([, selector = '', body = '']) => ({ selector: selector.trim(), body }),
  ),
)

describe('the style sheets', () => {
  it('look: only the booking button has the action colour', () => {
    const users = rules.filter(({ body }) => /var\(--action/.test(body))
    expect(users.length).toBeGreaterThan(0)
    for (const { selector } of users) expect(selector).toMatch(/\.button--action/)
  })

  it('look: colours are defined only in tokens.css', () => {
    const bare = rules.filter(({ body }) =>
      /#[0-9a-f]{3,8}\b/i.test(body.replace(/url\(.*?\)/g, '')),
    )
    expect(bare.map(({ selector }) => selector)).toEqual([])
  })
})
