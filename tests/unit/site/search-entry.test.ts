import { expect, test } from 'vitest'
import { searchEntryOf } from '#site/seo/search-entry.ts'

const page = (path: string, main: string) => `<!doctype html><html><head>
<meta name="description" content="What &quot;we&quot; do &amp; why">
<link rel="canonical" href="https://site.example${path}">
<meta property="og:title" content="Who we are"></head>
<body><header>Menu</header><main id="main">${main}</main><footer>Footer</footer></body></html>`

test('SITE-17 the search has title, description and the text of a page, without forms, scripts and menus', () => {
  const main =
    '<h1>Tests</h1><p>Men&#39;s&nbsp;health</p><nav>On this page</nav><form><label>Name</label></form><script>let a = 1</script><table><td>4</td><td>5</td></table>'
  expect(searchEntryOf(page('/about-us', main))).toEqual({
    path: '/about-us',
    title: 'Who we are',
    description: 'What "we" do & why',
    text: "Tests Men's health 4 5",
  })
})

test('SITE-17 a list of other pages is found by title and description, and a page that must not be listed is not found', () => {
  expect(searchEntryOf(page('/news', '<p>Each entry</p>'))?.text).toBe('')
  expect(searchEntryOf(page('/', '<p>Each entry</p>'))?.path).toBe('/')
  expect(searchEntryOf('<html><meta name="robots" content="noindex"></html>')).toBeUndefined()
})
