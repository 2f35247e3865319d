import { type ChildProcess, fork } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEverything } from '#content/read/everything.ts'
import { getHomePage } from '#content/read/home.ts'
import { withReading } from '#content/read/reading.ts'
import { getSiteSettings } from '#content/read/site-settings.ts'
import { DOCUMENT_TYPES, fixedIds } from '#content/rules/document-types.ts'
import { fixedPlace } from '#content/rules/fixed-documents.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'
import { letterContentGateway } from '#results/server/gateways/letter-content.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { prepareContent, type SiteContent } from '../../../integrations/prepare-content.ts'
import { clientFor, TEST_TOKEN, temporaryFolder } from './test-lake.ts'

type Ready = { ready: true; origin: string; revision: string; added: string[] }

const dir = temporaryFolder()
let child: ChildProcess
let ready: Ready
/** What a build reads. */
let site: SiteContent

/** A reference whose target must exist: links inside the site are weak. */
const STRONG = /"_ref":"[^"]*"(?!,"_weak":true)/

/** The page of a link, as the lake returns it. */
const LINKED = /"page":\{"_type":"reference","_ref":"([^"]*)","_weak":true\}/g

/** A small sample without some documents, as an earlier version of the program had it. */
function earlierSample(): string {
  const folder = join(dir, 'earlier')
  cpSync('content', folder, { recursive: true })
  const lines = readFileSync('content/data.ndjson', 'utf8').trim().split('\n')
  const isEarlier = (line: string) => {
    const document = JSON.parse(line) as { _id: string; _type: string }
    const missing = ['eventsPage', 'page-support', 'policy-cookies', ...TEXTS]
    return fixedPlace(document) && !missing.includes(document._id) && !STRONG.test(line)
  }
  writeFileSync(join(folder, 'data.ndjson'), lines.filter(isEarlier).join('\n'))
  return folder
}

/** All but the one in the earlier sample. */
const TEXTS = fixedIds('resultText')?.filter((id) => id !== 'result-green-low') ?? []

async function start(sample = 'content'): Promise<void> {
  const env = {
    ...TEST_PROCESS_ENV,
    LAKE_DIR: dir,
    LAKE_TOKEN: TEST_TOKEN,
    LAKE_SAMPLE: sample,
    LAKE_PORT: '0',
  }
  child = fork('local/lake/main.ts', { env, execArgv: [] })
  ready = await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready))
    child.once('exit', (code) => reject(new Error(`The lake ended with ${code}`)))
  })
}

async function stop(): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await ended
}

beforeAll(async () => {
  await start()
  const content = { projectId: 'halyard0', dataset: 'production', apiHost: ready.origin }
  site = await prepareContent({ content, at: new Date(), readAll: readEverything })
})

afterAll(async () => {
  await stop()
  rmSync(dir, { recursive: true, force: true })
})

describe("the sample, imported with Sanity's importer", () => {
  it('CMS-06 a build reads a document of every type before its first page, without a fault', () => {
    const { good, faults } = site
    expect(faults).toEqual([])
    // Redirects and approvals have no page, so no reader. The banner of the sample has ended.
    const unread = ['redirect', 'approval', 'banner']
    const read = DOCUMENT_TYPES.filter((type) => !unread.includes(type)).toSorted()
    expect(Object.keys(good).toSorted()).toEqual(read)
  })

  it('CMS-01 contains the site settings, with all six points of the notice', async () => {
    const settings = await withReading(site.reading, getSiteSettings)
    expect(settings).toMatchObject({ product: 'Halyard', productSlug: 'halyard' })
    expect(settings.notice.points).toHaveLength(6)
    // CMS-17: the number and the address of the settings, which the point names.
    expect(settings.notice.points[5]).toContain(
      `Write to ${settings.supportEmail} or call ${settings.bookingPhone}.`,
    )
  })

  it('HOME-01 contains the two lines of the home page', async () => {
    const home = await withReading(site.reading, getHomePage)
    expect(home.heroTitle).toBe("Advocacy for Men's Health")
    expect(home.heroSubtitle).toBe('Campaigning for Accessible PSA Screening')
  })

  it('HOME-03 contains the image of the about block, with alternative text and size', async () => {
    const { image } = (await withReading(site.reading, getHomePage)).about
    expect(image).toMatchObject({ width: 1600, height: 1000, alt: expect.stringMatching(/hall/) })
    expect((await fetch(image.src)).headers.get('content-type')).toBe('image/png')
  })

  it('RES-02 RES-04 contains the texts of a letter: the address of the guide in full, both halves of the figure only under red', async () => {
    const content = { projectId: 'halyard0', dataset: 'production', apiHost: ready.origin }
    const readLetter = letterContentGateway({ content, siteUrl: 'https://halyard.example' })
    const textOf = async (light: Light, riskGroup: RiskGroup) =>
      (await readLetter({ light, riskGroup, today: '2026-11-26' })).text
    const red = await textOf('red', 'high')
    expect(JSON.stringify(red?.meaning)).toContain(
      'our guide to the prostate (https://halyard.example/information-hub/prostate-diseases-and-prostate-cancer).',
    )
    expect(red?.chance).toMatch(/3 in 4 .* do not .* 1 in 4 do\. \(Source: .+\)/)
    const green = await textOf('green', 'high')
    expect(green?.chance).toBeUndefined()
    expect(JSON.stringify(green?.nextStep)).toContain('the risk of getting prostate cancer')
    expect(JSON.stringify([red, green])).not.toMatch(/26|You are at high risk/)
  })

  it('CMS-17 RES-04 a letter has the number of the settings that its text refers to', async () => {
    const content = { projectId: 'halyard0', dataset: 'production', apiHost: ready.origin }
    const readLetter = letterContentGateway({ content, siteUrl: 'https://halyard.example' })
    const child = { _key: 'v', _type: 'settingValue', setting: 'medicalPhone' }
    const text = { _key: 't', _type: 'span', text: 'Call ', marks: [] }
    const block = { _key: 'b', _type: 'block', style: 'normal', children: [text, child] }
    const client = clientFor(ready.origin, TEST_TOKEN)
    await client
      .patch('result-green-low')
      .set({ nextStep: [block] })
      .commit()
    const read = async () =>
      await readLetter({ light: 'green', riskGroup: 'low', today: '2026-11-26' })
    const { sender, text: letter } = await read()
    expect(letter?.nextStep).toEqual([{ text: `Call ${sender.medicalPhone}`, isItem: false }])
    await client.patch('siteSettings').set({ enquiriesPhone: '' }).commit()
    await client
      .patch('result-green-low', { set: { 'nextStep[0].children[1].setting': 'enquiriesPhone' } })
      .commit()
    await expect(read()).rejects.toThrow("The setting 'enquiriesPhone' is empty.")
    // Named in a plain text, it is the same: no letter has a gap where the number to call should be.
    await client
      .patch('result-green-low')
      .set({ nextStep: [{ ...block, children: [{ ...text, text: 'Call {General enquiries}.' }] }] })
      .commit()
    await expect(read()).rejects.toThrow("The setting 'enquiriesPhone' is empty.")
  })

  it('CMS-03 contains no weak reference but those of links, whose pages exist, no missing image and no draft', async () => {
    const client = clientFor(ready.origin, TEST_TOKEN)
    const documents = JSON.stringify(await client.fetch('*[!(_type match "sanity.*")]'))
    expect(documents).not.toContain('_sanityAsset')
    const linked = [...documents.matchAll(LINKED)].map(([, id]) => id)
    expect(linked.length).toBeGreaterThan(0)
    expect(documents.replaceAll(LINKED, '')).not.toContain('"_weak":true')
    expect(await client.fetch('$linked[!(@ in *._id)]', { linked })).toEqual([])
    expect(await client.fetch('count(*[_id in path("drafts.**")])')).toBe(0)
  })

  it('CMS-03 is imported once: a second start keeps the changes of editors and the revision', async () => {
    const before = ready.revision
    const edit = { tagline: 'Changed by staff' }
    const client = clientFor(ready.origin, TEST_TOKEN)
    const changed = await client.patch('siteSettings').set(edit).commit()
    expect(changed._rev).not.toBe(before)
    await stop()
    await start()
    expect(ready).toMatchObject({ revision: changed._rev, added: [] })
    expect(await clientFor(ready.origin).getDocument('siteSettings')).toMatchObject(edit)
  })

  it('RES-02 CMS-06 a dataset of an earlier version receives the fixed documents that it lacks, and no others', async () => {
    await stop()
    rmSync(dir, { recursive: true, force: true })
    await start(earlierSample())
    const client = clientFor(ready.origin, TEST_TOKEN)
    await client.patch('siteSettings').set({ tagline: 'Changed by staff' }).commit()
    const { _id, _rev, ...text } = (await client.getDocument('result-green-low')) ?? expect.fail()
    await client.create({ ...text, _id: 'drafts.result-red-high' })
    await stop()
    await start()
    const again = clientFor(ready.origin, TEST_TOKEN)
    const texts = TEXTS.filter((id) => id !== 'result-red-high')
    const added = ['eventsPage', 'page-support', 'policy-cookies', ...texts]
    expect(ready.added.toSorted()).toEqual(added.toSorted())
    expect(await again.fetch('count(*[_type == "yearStatistics"])')).toBe(0)
    const [page] = await again.fetch('*[_id == "eventsPage"]')
    expect(JSON.stringify(page)).not.toContain('_sanityAsset')
    expect(await again.getDocument('siteSettings')).toMatchObject({ tagline: 'Changed by staff' })
  })
})
