import { Field } from '#core/island/Field.tsx'
import type { MailedPage } from '#core/rules/mailed-link.ts'
import { LINK_TEXTS } from '#core/texts/mailed-link.ts'

/** Opens a mailed link that was copied from the message; a plain form, whose page finds the token in what was pasted. */
export function PasteLink({ page }: { page: MailedPage }) {
  return (
    <form className="stack" action={page}>
      <p>{LINK_TEXTS.incomplete}</p>
      <Field name="token" label={LINK_TEXTS.paste}>
        <input
          className="input"
          id="token"
          name="token"
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      </Field>
      <p>
        <button className="button" type="submit">
          {LINK_TEXTS.open}
        </button>
      </p>
    </form>
  )
}

/** In the place of what a link opens, when its token is missing. */
export function IncompleteLink({ page }: { page: MailedPage }) {
  return (
    <>
      <h2>{LINK_TEXTS.incompleteTitle}</h2>
      <PasteLink page={page} />
    </>
  )
}
