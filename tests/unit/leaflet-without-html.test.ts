import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { withoutHtml } from '../../integrations/leaflet-without-html.ts'

const source = () => {
  const path = createRequire(import.meta.url).resolve('leaflet/dist/leaflet-src.esm.js')
  return readFileSync(path, 'utf8')
}

it('SITE-12 the installed Leaflet writes no HTML while it loads, which Trusted Types would refuse', () => {
  expect(source()).toContain("innerHTML = '<svg/>'")
  expect(withoutHtml(source())).not.toContain("innerHTML = '<svg/>'")
})

it('SITE-12 another version of Leaflet, which writes it in another way, fails the build', () => {
  expect(() => withoutHtml("div.innerHTML = '<svg></svg>'")).toThrow(/no longer tests for SVG/)
})
