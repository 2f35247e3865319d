import type { Page } from '@playwright/test'
import type { SanityClient } from '@sanity/client'

type Mark = {
  _key: string
  _type: string
  page?: { _ref: string }
  path?: string
  url?: string
  email?: string
}
type Block = {
  style: string
  listItem?: string
  children: { text: string; marks: string[] }[]
  markDefs: Mark[]
}

export async function storedText(client: SanityClient, id: string): Promise<Block[]> {
  return (await client.getDocument<{ body?: Block[] }>(id))?.body ?? []
}

/** Portable Text as lines: style or list type, then the text, with marks as `[strong: bold]`. */
export const outline = (blocks: Block[]) =>
  blocks.map(({ style, listItem, children, markDefs }) => {
    const words = children.map(({ text, marks }) =>
      marks.reduce((inner, mark) => `[${nameOf(mark, markDefs)}: ${inner}]`, text),
    )
    return `${listItem ?? style}: ${words.join('')}`
  })

function nameOf(mark: string, marks: Mark[]): string {
  const { _type, page, path, url, email } = marks.find(({ _key }) => _key === mark) ?? {}
  return [_type ?? mark, page?._ref, path, url, email].filter(Boolean).join(' ')
}

export const textField = (page: Page) => page.getByTestId('field-body').getByRole('textbox')

/** Pastes into the text of an entry. `content`: the clipboard's data by MIME type. */
export async function paste(page: Page, content: Record<string, string>): Promise<void> {
  await textField(page).evaluate((element, parts) => {
    const clipboardData = new DataTransfer()
    for (const [type, part] of Object.entries(parts)) clipboardData.setData(type, part)
    const event = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('paste', event))
  }, content)
}

/** The words that the editor itself has selected: it follows the browser's selection up to a tenth of a second later. */
export async function selectedText(page: Page): Promise<string> {
  return await textField(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    const event = { clipboardData, bubbles: true, cancelable: true }
    element.dispatchEvent(new ClipboardEvent('copy', event))
    return clipboardData.getData('text/plain')
  })
}

/** HTML as a word processor puts it on the clipboard, with scripts added. */
export const FROM_A_WORD_PROCESSOR = `<html xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name="Generator" content="Microsoft Word 15"><style>p.MsoNormal { color: red }</style>
<script>window.wasRun = true</script></head><body lang="EN-GB"><!--StartFragment-->
<h1 style="color: red">First heading</h1><h2 class="MsoNormal">Second heading</h2>
<p class="MsoNormal" style="margin: 0cm; font-size: 14pt"><span style="color: #C00000; mso-fareast-language: EN-GB">Red words
and <b>bold</b> <i>slanted</i> <u>underlined</u> <s>struck</s> <a href="https://example.org/x" onclick="window.wasRun = true">a
link</a> <a href="mailto:office@example.org">a mail</a> <a href="javascript:window.wasRun = true">a bad one</a></span><o:p></o:p></p>
<ul><li style="mso-list: l0">One</li><li>Two</li></ul><ol><li>Three</li></ol>
<table><tr><td>Cell</td></tr></table>
<img src="/no-such-picture.png" onerror="window.wasRun = true"><script>window.wasRun = true</script>
<!--EndFragment--></body></html>`
