import { atom, type ReadableAtom } from 'nanostores'
import { call } from '#core/contract/call.ts'
import { londonDate } from '#core/rules/time.ts'
import { saveFile } from '#core/store/save-file.ts'
import { exportOwnData } from '#portal/contract/own-data.ts'
import { type OwnData, ownDataHtml, ownDataJson } from '#portal/rules/own-data.ts'
import { DOWNLOAD } from '#portal/texts/own-data.ts'

export type DownloadFormat = 'page' | 'json'
export type Download =
  | { readonly step: 'none' }
  | { readonly step: 'collecting'; readonly format: DownloadFormat }
  | { readonly step: 'done' }
  | { readonly step: 'failed'; readonly text: string }

const $state = atom<Download>({ step: 'none' })
export const $download: ReadableAtom<Download> = $state

function save(data: OwnData, format: DownloadFormat, charityName: string): void {
  const name = `my-data-${londonDate(new Date(data.generatedAt))}`
  const [ending, type, text] =
    format === 'json'
      ? ['json', 'application/json', ownDataJson(data)]
      : ['html', 'text/html', ownDataHtml(data, charityName)]
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), `${name}.${ending}`)
}

/** 'Download my data' (PORT-04): collected again at each request. */
export async function downloadOwnData(format: DownloadFormat, charityName: string): Promise<void> {
  if ($state.get().step === 'collecting') return
  $state.set({ step: 'collecting', format })
  const answer = await call(exportOwnData, {})
  if (answer.ok) {
    const { generated_at: generatedAt, sections } = answer.value
    save({ generatedAt, sections }, format, charityName)
    $state.set({ step: 'done' })
  } else {
    const isTold = answer.reason !== 'failure' && answer.reason !== 'network'
    $state.set({ step: 'failed', text: isTold ? answer.text : DOWNLOAD.failed })
  }
}
