import { describe, expect, it } from 'vitest'
import type { SettingName } from '#core/rules/setting-values.ts'
import { isTypedIn, typedValues } from '../../../studio/settings/typed-values.ts'

const PHONE = '01632 960 117'

describe('whether a text has a value of the settings typed', () => {
  it.each<[string, SettingName, string, boolean]>([
    ['Call 01632 960 117.', 'bookingPhone', PHONE, true],
    ['Call 01632960117', 'bookingPhone', PHONE, true],
    ['Call +44 1632 960117 now', 'bookingPhone', PHONE, true],
    ['Call +44 (0)1632 960-117', 'bookingPhone', PHONE, true],
    ['tel:01632\u00a0960\u2013117', 'bookingPhone', PHONE, true],
    ['Call 01632 960 118', 'bookingPhone', PHONE, false],
    ['Call 01632 960 1170', 'bookingPhone', PHONE, false],
    ['In 2026 we tested 117 people', 'bookingPhone', PHONE, false],
    ['Write to HELLO@halyard.example.', 'email', 'hello@halyard.example', true],
    ['Write to othello@halyard.example', 'email', 'hello@halyard.example', false],
    ['About Halyard', 'product', 'Halyard', true],
    ['Halyards and ropes', 'product', 'Halyard', false],
    ["Halyard Men's Health", 'charityName', 'Halyard Men’s Health', true],
  ])('CMS-17 %s', (text, setting, value, isTyped) => {
    expect(isTypedIn(text, setting, value)).toBe(isTyped)
  })
})

describe('the values of the settings that stand typed in texts', () => {
  const span = (text: string) => ({ _type: 'span', text, marks: [] })
  const news = {
    _id: 'news-a',
    _type: 'newsArticle',
    title: 'Call us',
    body: [{ _type: 'block', children: [span('Call 01632 '), span('960'), span(' 117')] }],
  }
  const referring = {
    _id: 'news-b',
    _type: 'newsArticle',
    body: [{ children: [span('Call '), { _type: 'settingValue', setting: 'bookingPhone' }] }],
  }
  const settings = {
    _id: 'siteSettings',
    _type: 'siteSettings',
    bookingPhone: '0808 157 0001',
    notice: { points: ['Or call 01632960117'] },
  }
  const find = (documents: (typeof news | typeof referring | typeof settings)[]) =>
    typedValues(documents, settings, [settings, { bookingPhone: PHONE }])

  it('CMS-17 names the former number in news and in the texts of the settings, not its own field', () => {
    const [now, former] = find([news, referring, settings])
    expect(now).toMatchObject({ value: '0808 157 0001', isFormer: false, documents: [] })
    expect(former).toMatchObject({ setting: 'bookingPhone', value: PHONE, isFormer: true })
    expect(former?.documents.map(({ _id }) => _id)).toEqual(['news-a', 'siteSettings'])
  })

  it('CMS-17 names a document once, whether it is published, a draft or both', () => {
    const draft = { ...news, _id: 'drafts.news-a' }
    const [, former] = find([news, draft])
    expect(former?.documents).toEqual([draft])
  })
})
