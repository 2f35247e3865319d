import { atom, type ReadableAtom } from 'nanostores'
import { keptInTab } from '#core/store/tab-storage.ts'

export type FormErrors<Values> = Partial<Record<keyof Values, string>>

/** The state of sending. `attempt` counts the refusals: each new one moves the focus to the error summary. */
export type Submission =
  | { readonly step: 'editing'; readonly attempt: number }
  | { readonly step: 'refused'; readonly attempt: number }
  | { readonly step: 'sending'; readonly attempt: number }
  | { readonly step: 'failed'; readonly attempt: number; readonly text: string }
  | { readonly step: 'done'; readonly attempt: number }

/** The result of one sending; `fields` has the server's messages for fields of this form. */
export type SendOutcome<Values> =
  | { readonly ok: true }
  | { readonly ok: false; readonly text?: string | undefined; readonly fields?: FormErrors<Values> }

export type Form<Values> = {
  readonly initial: Values
  readonly $values: ReadableAtom<Values>
  readonly $errors: ReadableAtom<FormErrors<Values>>
  readonly $submission: ReadableAtom<Submission>
  /** Changes one field, which clears its error or leaves `error` there. */
  set<Name extends keyof Values>(name: Name, value: Values[Name], error?: string): void
  /** Validates, then sends once: does nothing while a request is running. */
  submit(send: (values: Values) => Promise<SendOutcome<Values>>): Promise<void>
  /** Resets the form to these values: no errors, nothing sent. */
  fill(values: Values): void
  /** Back to editing with the present values, as after a return with the Back button. */
  reopen(): void
  /** Clears the values, in tab storage too; the state of sending stays. */
  clearValues(): void
  /** Clears the values, the errors and the state of sending. */
  clear(): void
}

type Options<Values> = {
  readonly initial: Values
  /** The message per invalid field, in field order. */
  readonly check: (values: Values) => FormErrors<Values>
  /** Keeps the values over a reload, except the secret fields. */
  readonly keep?: { readonly key: string; readonly except: ReadonlyArray<keyof Values> }
}

function storeOf<Values extends object>({ initial, keep }: Options<Values>) {
  if (keep === undefined) return atom(initial)
  const names = Object.keys(initial) as Array<keyof Values>
  const kept = names.filter((name) => !keep.except.includes(name))
  return keptInTab<Values>(keep.key, initial, {
    encode: (values) =>
      values === initial ? undefined : Object.fromEntries(kept.map((name) => [name, values[name]])),
    decode: (stored) => {
      const values = { ...initial }
      for (const name of kept) {
        const value = (stored as Partial<Values> | undefined)?.[name]
        if (typeof value === typeof initial[name]) values[name] = value as Values[typeof name]
      }
      return values
    },
  })
}

/** A form's values, errors and sending, without its rendering. */
export function createForm<Values extends object>(options: Options<Values>): Form<Values> {
  const { initial, check } = options
  const $values = storeOf(options)
  const $errors = atom<FormErrors<Values>>({})
  const $submission = atom<Submission>({ step: 'editing', attempt: 0 })

  const refuse = (fields: FormErrors<Values>) => {
    $errors.set(fields)
    $submission.set({ step: 'refused', attempt: $submission.get().attempt + 1 })
  }
  const conclude = (outcome: SendOutcome<Values>) => {
    const { attempt } = $submission.get()
    if (outcome.ok) return $submission.set({ step: 'done', attempt })
    const fields = ownFields(initial, outcome.fields)
    if (Object.keys(fields).length > 0) return refuse(fields)
    if (outcome.text === undefined) return $submission.set({ step: 'editing', attempt })
    $submission.set({ step: 'failed', attempt: attempt + 1, text: outcome.text })
  }

  return {
    initial,
    $values,
    $errors,
    $submission,
    set(name, value, error) {
      $values.set({ ...$values.get(), [name]: value })
      const errors = { ...$errors.get() }
      if (error === undefined) delete errors[name]
      else errors[name] = error
      $errors.set(errors)
    },
    async submit(send) {
      const { step, attempt } = $submission.get()
      if (step === 'sending' || step === 'done') return
      const errors = check($values.get())
      if (Object.keys(errors).length > 0) return refuse(errors)
      $errors.set({})
      $submission.set({ step: 'sending', attempt })
      conclude(await send($values.get()))
    },
    fill(values) {
      $values.set(values)
      $errors.set({})
      $submission.set({ step: 'editing', attempt: 0 })
    },
    reopen() {
      $submission.set({ step: 'editing', attempt: $submission.get().attempt })
    },
    clearValues: () => $values.set(initial),
    clear() {
      $values.set(initial)
      $errors.set({})
      $submission.set({ step: 'editing', attempt: 0 })
    },
  }
}

/** The server's messages that belong to a field of this form, in field order. */
function ownFields<Values extends object>(
  initial: Values,
  fields: FormErrors<Values> = {},
): FormErrors<Values> {
  const own: FormErrors<Values> = {}
  for (const name of Object.keys(initial) as Array<keyof Values>) {
    if (fields[name] !== undefined) own[name] = fields[name]
  }
  return own
}
