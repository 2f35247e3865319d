import { FOOTER_HEADING, FOOTER_LINKS, MAIN_MENU } from '../../src/content/rules/menus.ts'
import { image, keyed, link, type SourceDocument } from './markup.ts'

type Entry = { label: string; place?: string; link?: ReturnType<typeof link> }

const entries = <Item extends Entry>(items: readonly Item[]) =>
  keyed(items.map((item) => ({ _type: 'menuEntry', ...item })))
const page = (label: string, path: string): Entry => ({ label, link: link(path) })
const social = (label: string, url: string) => ({ _type: 'socialLink', label, url })

/** The menus of the specification, with sample legal links, social links and a registration mark. */
export const menus: SourceDocument = {
  _id: 'menus',
  _type: 'menus',
  main: keyed(
    MAIN_MENU.map(({ sub, ...own }) => ({ _type: 'mainEntry', ...own, sub: entries(sub) })),
  ),
  groups: keyed([{ _type: 'footerGroup', heading: FOOTER_HEADING, links: entries(FOOTER_LINKS) }]),
  legal: entries([
    page('Support Us', '/support-us'),
    page('Our research', '/about-us/research'),
    page('Accessibility', '/accessibility'),
    page('Cookies', '/cookies'),
  ]),
  social: keyed([
    social('Facebook', 'https://facebook.example/halyard'),
    social('YouTube', 'https://youtube.example/halyard'),
  ]),
  marks: keyed([
    {
      _type: 'mark',
      label: 'Register of Fair Fundraising: registered',
      logo: image('badge-fundraising'),
      url: 'https://fair-fundraising.example/halyard',
    },
  ]),
}
