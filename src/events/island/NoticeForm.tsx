import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Button } from '#core/island/Button.tsx'
import { StoreForm } from '#core/island/StoreForm.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { askForNotices, noticeForm, suggestPostcode } from '#events/store/notice-form.ts'
import { NOTICE_TEXTS } from '#events/texts/event-notices.ts'

/** 'Tell me when there is one near' (EVL-10). */
export function NoticeForm() {
  const { step } = useStore(noticeForm.$submission)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(suggestPostcode, [])
  useEffect(() => {
    // The form that had the focus is gone.
    if (step === 'done' && before.current !== 'done') heading.current?.focus()
    before.current = step
  }, [step])
  return (
    <section className="notice" aria-labelledby="event-notice">
      <h2 className="notice__title" id="event-notice" tabIndex={-1} ref={heading}>
        {NOTICE_TEXTS.title}
      </h2>
      <div role="status">{step === 'done' && <p>{NOTICE_TEXTS.sent}</p>}</div>
      {step !== 'done' && <Fields isBusy={step === 'sending'} />}
    </section>
  )
}

function Fields({ isBusy }: { isBusy: boolean }) {
  const values = useStore(noticeForm.$values)
  const errors = useStore(noticeForm.$errors)
  const submission = useStore(noticeForm.$submission)
  return (
    <StoreForm
      legend="Where to look and whom to write to"
      errors={errors}
      submission={submission}
      onSubmit={askForNotices}
      actions={
        <div>
          <Button type="submit" busy={isBusy} busyText={NOTICE_TEXTS.sending}>
            {NOTICE_TEXTS.send}
          </Button>
        </div>
      }
    >
      <p>{NOTICE_TEXTS.lead}</p>
      <TextField
        name="postcode"
        label={NOTICE_TEXTS.postcode}
        hint={NOTICE_TEXTS.postcodeHint}
        autoCapitalize="none"
        width={10}
        maxLength={CHARACTER_LIMITS.postCode}
        value={values.postcode}
        error={errors.postcode}
        onChange={(value) => noticeForm.set('postcode', value)}
      />
      <TextField
        name="email"
        label={NOTICE_TEXTS.email}
        type="email"
        autoComplete="email"
        maxLength={CHARACTER_LIMITS.email}
        value={values.email}
        error={errors.email}
        onChange={(value) => noticeForm.set('email', value)}
      />
      <Trap />
    </StoreForm>
  )
}

/** People do not see this field: a value comes from a bot. */
function Trap() {
  const { website } = useStore(noticeForm.$values)
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor="notice-website">Website</label>
      <input
        id="notice-website"
        type="text"
        tabIndex={-1}
        autoComplete="off"
        value={website}
        onChange={(event) => noticeForm.set('website', event.target.value)}
      />
    </div>
  )
}
