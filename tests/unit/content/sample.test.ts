import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isProgramPage } from '#content/rules/program-address.ts'
import { dataset } from '../../../content/source/dataset.ts'

const folder = join(import.meta.dirname, '../../../content')
const written = readFileSync(join(folder, 'data.ndjson'), 'utf8')

describe('the sample dataset', () => {
  it('CMS-03 has each id once, and refers only to its own documents and files', () => {
    const ids = dataset.map((document) => document._id)
    expect(new Set(ids).size).toBe(ids.length)
    const references = [...written.matchAll(/"_ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(references.filter((id) => !ids.includes(id))).toEqual([])
    const files = [...written.matchAll(/file:\/\/\.\/([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([])
  })

  it('CMS-07 refers to the pages that its links lead to, and has paths only of pages without a document', () => {
    const paths = [...written.matchAll(/"kind":"page","path":"([^"]+)"/g)].map((match) => match[1])
    expect(paths.filter((path) => !isProgramPage(path ?? ''))).toEqual([])
    expect(written.match(/"kind":"page","page":\{"_type":"reference"/g)?.length).toBeGreaterThan(20)
  })

  it('CMS-03 describes and uses every picture; all pictures together have less than 6 MB', () => {
    const pictures = readdirSync(join(folder, 'images'))
    const bytes = pictures.reduce(
      (sum, name) => sum + statSync(join(folder, 'images', name)).size,
      0,
    )
    expect(bytes).toBeLessThan(6_000_000)
    expect(pictures.filter((name) => !written.includes(`./images/${name}`))).toEqual([])
    const figures = [
      ...written.matchAll(/"_type":"figure","_sanityAsset":"image@[^"]+"(,"alt":"[^"]{8,}")?/g),
    ]
    expect(figures.filter((match) => !match[1])).toEqual([])
  })

  it('CMS-03 has only invented addresses and reserved telephone numbers', () => {
    const hosts = [...written.matchAll(/https:\/\/([^/"]+)/g)].map((match) => match[1] ?? '')
    expect(hosts.filter((host) => !host.endsWith('.example'))).toEqual([])
    const mails = [...written.matchAll(/[\w.-]+@([\w.-]+\w)/g)].map((match) => match[1] ?? '')
    expect(mails.filter((host) => !host.endsWith('.example') && host !== 'file')).toEqual([])
    const phones = [...written.matchAll(/\b0\d{2,4} ?\d{3,4} ?\d{3,4}\b/g)].map((match) => match[0])
    expect(phones.filter((phone) => !DRAMA_RANGES.test(phone))).toEqual([])
  })
})

/** Telephone numbers that Ofcom reserves for drama: never assigned to a subscriber. */
const DRAMA_RANGES =
  /^(01632 ?960|020 ?7946 ?0|0113 ?496 ?0|0114 ?496 ?0|0117 ?496 ?0|0121 ?496 ?0|0131 ?496 ?0|0151 ?496 ?0|0161 ?496 ?0|0191 ?498 ?0|0808 ?157 ?0)/
