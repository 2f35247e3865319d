import { useStore } from '@nanostores/react'
import { ResendVerification } from '#account/island/ResendVerification.tsx'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { $download, type DownloadFormat, downloadOwnData } from '#portal/store/own-data.ts'
import { DOWNLOAD, NOT_IN_THE_FILE } from '#portal/texts/own-data.ts'

type Props = { charityName: string; isConfirmed: boolean }

/** 'Download my data' (PORT-04). */
export function PortalData({ charityName, isConfirmed }: Props) {
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
      <p>{NOT_IN_THE_FILE}</p>
      {!isConfirmed && (
        <Notice title="Please confirm your email" kind="warning">
          <p>{DOWNLOAD.notConfirmed}</p>
          <ResendVerification />
        </Notice>
      )}
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
