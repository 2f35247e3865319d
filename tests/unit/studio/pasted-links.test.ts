import { describe, expect, it } from 'vitest'
import { hasPastedLinks, linkTargetOf, withOwnLinks } from '../../../studio/pasted-links.ts'

const SITE = 'https://halyard.example'

describe('the link for an address that an editor pasted', () => {
  it.each([
    ['https://example.org/x?a=1#b', { kind: 'external', url: 'https://example.org/x?a=1#b' }],
    [' HTTPS://Example.org ', { kind: 'external', url: 'https://example.org/' }],
    ['http://example.org/x', { kind: 'external', url: 'https://example.org/x' }],
    // The form then says that it must be https; the address is there to be corrected.
    ['http://example.org:8080/', { kind: 'external', url: 'http://example.org:8080/' }],
    ['http://printer.local/', { kind: 'external', url: 'http://printer.local/' }],
    ['http://wiki.internal/a', { kind: 'external', url: 'http://wiki.internal/a' }],
    ['http://files.lan/', { kind: 'external', url: 'http://files.lan/' }],
    ['http://halyard.example/events', { kind: 'page', path: '/events' }],
    ['http://192.0.2.1/', { kind: 'external', url: 'http://192.0.2.1/' }],
    ['https://halyard.example/events?a=b#c', { kind: 'page', path: '/events?a=b#c' }],
    ['https://halyard.example', { kind: 'page', path: '/' }],
    ['https://halyard.example.org/', { kind: 'external', url: 'https://halyard.example.org/' }],
    ['/events', { kind: 'page', path: '/events' }],
    ['mailto:office@example.org?subject=Hello', { kind: 'email', email: 'office@example.org' }],
    ['tel:+44-1632-960117', { kind: 'telephone', phone: '+44-1632-960117' }],
    ['TEL:01632%20960%20117', { kind: 'telephone', phone: '01632960117' }],
  ])('CMS-02 %s', (address, link) => {
    expect(linkTargetOf(address, SITE)).toEqual(link)
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.org/%0Aalert(1)',
    'data:text/html,x',
    'file:///C:/letter.docx',
    '#_Toc1',
    'letter.docx',
    '//example.org/x',
    'mailto:',
    'tel:',
    'tel:javascript',
    'https://',
    '',
  ])('CMS-02 none for %s', (address) => {
    expect(linkTargetOf(address, SITE)).toBeUndefined()
  })

  it('CMS-02 knows no page of the site while the site’s address is not set', () => {
    const url = 'https://halyard.example/events'
    expect(linkTargetOf(url, undefined)).toEqual({ kind: 'external', url })
  })
})

describe('a block of pasted text', () => {
  const block = {
    _key: 'b',
    _type: 'block',
    style: 'normal',
    markDefs: [
      { _key: 'good', _type: 'link', href: 'https://example.org/' },
      { _key: 'bad', _type: 'link', href: 'javascript:alert(1)' },
      { _key: 'own', _type: 'link', kind: 'page', path: '/events' },
    ],
    children: [
      { _key: '1', _type: 'span', text: 'one', marks: ['strong', 'good'] },
      { _key: '2', _type: 'span', text: 'two', marks: ['bad', 'em'] },
      { _key: '3', _type: 'span', text: 'three', marks: ['own'] },
      { _key: '4', _type: 'inline' },
    ],
  }

  it('CMS-02 keeps the links that lead somewhere, and all words', () => {
    expect(hasPastedLinks(block)).toBe(true)
    const made = withOwnLinks(block, SITE)
    expect(made).toEqual({
      ...block,
      markDefs: [
        { _key: 'good', _type: 'link', kind: 'external', url: 'https://example.org/' },
        block.markDefs[2],
      ],
      children: [
        block.children[0],
        { ...block.children[1], marks: ['em'] },
        block.children[2],
        block.children[3],
      ],
    })
    expect(hasPastedLinks(made)).toBe(false)
  })

  it('CMS-02 a block of another kind is none', () => {
    const figure = { _key: 'f', _type: 'figure' }
    expect(hasPastedLinks(figure)).toBe(false)
    expect(withOwnLinks(figure, SITE)).toEqual(figure)
    expect(hasPastedLinks({ ...block, markDefs: [] })).toBe(false)
  })
})
