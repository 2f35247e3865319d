import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { ConsentForm } from '#booking/island/ConsentForm.tsx'
import type { ConsentLinks } from '#booking/rules/consent.ts'
import { consentForm } from '#booking/store/consent.ts'
import {
  $testConsent,
  checkParameters,
  leaveTestConsent,
  openTestConsent,
  submitTestConsent,
  type TestConsent,
} from '#booking/store/test-consent.ts'
import { TEST_CONSENT_TEXTS, testDayText } from '#booking/texts/test-consent.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Overlay, Spinner } from '#core/island/Spinner.tsx'

/** /test-consent: the consent form for one patient and test date (CONS-04). */
export const ConsentPage = island(TestConsentPage)

type Props = { links: ConsentLinks }

function TestConsentPage({ links }: Props) {
  const state = useStore($testConsent)

  useEffect(checkParameters, [])

  return (
    <>
      {state.step === 'arriving' || state.step === 'invalid' ? (
        <Heading />
      ) : (
        <SessionGate heading={TEST_CONSENT_TEXTS.heading}>
          {() => <Consent state={state} links={links} />}
        </SessionGate>
      )}
      <Dialog
        isOpen={state.step === 'invalid'}
        title={TEST_CONSENT_TEXTS.errorTitle}
        kind="error"
        onClose={leaveTestConsent}
      >
        <p>{TEST_CONSENT_TEXTS.invalidLink}</p>
      </Dialog>
      <Dialog
        isOpen={state.step === 'done'}
        title={TEST_CONSENT_TEXTS.done}
        onClose={leaveTestConsent}
      >
        <p>Thank you.</p>
      </Dialog>
      <SessionWatch />
    </>
  )
}

const Heading = () => <h1>{TEST_CONSENT_TEXTS.heading}</h1>

function Consent({ state, links }: Props & { state: TestConsent }) {
  useEffect(() => {
    void openTestConsent()
  }, [])

  return (
    <div className="stack">
      <Heading />
      {state.step === 'loading' && <Spinner />}
      {state.step === 'failed' && (
        <Notice title={TEST_CONSENT_TEXTS.unchecked} kind="error" live="alert">
          <p>{state.text}</p>
          <p>
            <Button kind="secondary" onClick={() => void openTestConsent()}>
              Try again
            </Button>
          </p>
        </Notice>
      )}
      {state.step === 'form' && <Form form={state} links={links} />}
    </div>
  )
}

function Form({ form, links }: Props & { form: Extract<TestConsent, { step: 'form' }> }) {
  const submission = useStore(consentForm.$submission)
  const isBusy = submission.step === 'sending'
  return (
    <>
      <p>{testDayText(form.testDate, form.agreedOn)}</p>
      <ConsentForm
        submitLabel={TEST_CONSENT_TEXTS.submit}
        onSubmit={() => void submitTestConsent()}
        busy={isBusy}
        links={links}
      >
        {form.problem !== undefined && <Notice title={form.problem} kind="error" live="alert" />}
      </ConsentForm>
      {isBusy && <Overlay>Sending your consent…</Overlay>}
    </>
  )
}
