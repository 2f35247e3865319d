import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { contentPage, FIXED_CONTENT_PATHS } from '#content/rules/content-page.ts'
import { isProgramAddress, PROGRAM_PAGES } from '#content/rules/program-address.ts'

it('CMS-09 the address of every page of the program is reserved', () => {
  const names = readdirSync(new URL('../../../../src/pages/', import.meta.url))
    .filter((name) => !/^[_[]/.test(name))
    .map((name) => name.replace(/\.astro$/, ''))
  // Files with a further dot cannot be the path of a page.
  const paths = names
    .filter((name) => !name.includes('.') && name !== 'index')
    .map((name) => `/${name}`)
  const unknown = paths.filter(
    (path) =>
      !isProgramAddress(path) && FIXED_CONTENT_PATHS.every((fixed) => !fixed.startsWith(path)),
  )
  expect(paths.length).toBeGreaterThan(30)
  expect(unknown).toEqual([])
})

it.each(['/event/7', '/news/page/2', '/login', '/api/x', '/studio', '/A', '/a--b', '/a/', '/a b'])(
  'CMS-09 an editor cannot add a page at %s',
  (path) => {
    expect(contentPage(path)?.page).not.toBe('own')
  },
)

it('CMS-07 every page of the list for links exists', () => {
  const file = (path: string) => new URL(`../../../../src/pages${path}`, import.meta.url)
  const exists = (path: string) =>
    ['.astro', '.ts'].some((ending) => existsSync(file(`${path}${ending}`)))
  expect(PROGRAM_PAGES.filter(({ path }) => !exists(path))).toEqual([])
})
