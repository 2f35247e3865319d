import { describe, expect, it } from 'vitest'
import { directionsLinks } from '#events/components/directions.ts'

const HALL = {
  address: '1 Quay Street, Ipswich, IP4 1ZZ',
  at: { latitude: 52.05, longitude: -1.1 },
}
const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15'
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'

const ADDRESS = '1%20Quay%20Street%2C%20Ipswich%2C%20IP4%201ZZ'
const WEBSITE = {
  kind: 'website',
  href: 'https://www.openstreetmap.org/directions?to=52.05%2C-1.1',
}

describe('directions', () => {
  it.each([
    ['Android', ANDROID, `geo:52.05,-1.1?q=${ADDRESS}`],
    ['an iPhone', IPHONE, `maps://?daddr=${ADDRESS}`],
    ['a Mac or an iPad', MAC, `maps://?daddr=${ADDRESS}`],
  ])(
    'EVD-07 %s opens the map app of the visitor; the website is shown beside it',
    (_, agent, href) => {
      expect(directionsLinks(HALL, agent)).toEqual([{ kind: 'app', href }, WEBSITE])
    },
  )

  it('EVD-07 other systems have the website alone', () => {
    expect(directionsLinks(HALL, WINDOWS)).toEqual([WEBSITE])
    expect(directionsLinks(HALL, '')).toEqual([WEBSITE])
  })

  it('EVD-07 without coordinates the address is looked for, without an address there is no link', () => {
    const { address } = HALL
    expect(directionsLinks({ address }, ANDROID)).toEqual([
      { kind: 'app', href: `geo:0,0?q=${ADDRESS}` },
      { kind: 'website', href: `https://www.openstreetmap.org/search?query=${ADDRESS}` },
    ])
    expect(directionsLinks({ ...HALL, address: '' }, ANDROID)).toEqual([])
  })

  it('EVD-07 an address cannot leave its parameter', () => {
    const links = directionsLinks({ address: 'Hall & "Rooms"#1?x=<y>' }, IPHONE)
    for (const { href } of links)
      expect(href.replace(/^.*?(daddr|query)=/, '')).not.toMatch(/[&"#?<> ]/)
  })
})
