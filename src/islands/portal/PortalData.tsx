import { useStore } from '@nanostores/react'
import { DOWNLOAD } from '#domain/texts/own-data.ts'
import { Button } from '#islands/ui/Button.tsx'
import { $download, type DownloadFormat, downloadOwnData } from '#stores/portal/own-data.ts'

/** 'Download my data' (PORT-04). */
export function PortalData({ charityName }: { charityName: string }) {
  const state = useStore($download)
  const button = (format: DownloadFormat, label: string) => (
    <Button
      kind="secondary"
      busy={state.step === 'collecting' && state.format === format}
      busyText={DOWNLOAD.busy}
      onClick={() => void downloadOwnData(format, charityName)}
    >
      {label}
    </Button>
  )
  return (
    <section className="card" aria-labelledby="own-data">
      <h2 className="card__title" id="own-data">
        {DOWNLOAD.title}
      </h2>
      <p>{DOWNLOAD.text}</p>
      <div className="button-group">
        {button('page', DOWNLOAD.page)}
        {button('json', DOWNLOAD.json)}
      </div>
      <p role="status">{state.step === 'done' && DOWNLOAD.done}</p>
      {state.step === 'failed' && (
        <p className="field__error" role="alert">
          {state.text}
        </p>
      )}
    </section>
  )
}
