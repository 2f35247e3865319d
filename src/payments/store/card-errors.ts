import { atom, computed, type ReadableAtom } from 'nanostores'
import { billingForm, checkBilling } from '#payments/store/billing.ts'
import { CARD_ERRORS, CARD_NOT_TAKEN } from '#payments/texts/payment.ts'

/** The card fields in the order of the page; also the ids of their boxes. */
export const CARD_FIELDS = ['name', 'number', 'expiry', 'cvv'] as const
export type CardField = (typeof CARD_FIELDS)[number]
export const cardFieldId = (field: CardField): string => `card-${field}`

type FieldState = { readonly isEmpty: boolean; readonly isValid: boolean }
/** The state of the fields as the provider's script reports it: never what was typed. */
export type CardState = {
  readonly isFormValid: boolean
  readonly errors: readonly string[]
  readonly fields: Readonly<Record<`card${'Name' | 'Number' | 'Expiry' | 'Cvv'}Field`, FieldState>>
}

export type CardErrors = Partial<Record<CardField, string>>

const $found = atom<CardErrors>({})
const $count = atom(0)
export const $cardErrors: ReadableAtom<CardErrors> = $found
/** Counts the refused attempts to pay: each new one moves the focus to the summary. */
export const $payAttempt: ReadableAtom<number> = $count

/** The errors of card and billing address by the id of their field, in the order of the page. */
export const $formErrors = computed([$found, billingForm.$errors], (card, billing) => ({
  ...Object.fromEntries(Object.entries(card).map(([field, text]) => [`card-${field}`, text])),
  ...billing,
}))

const fieldsOf = ({ fields }: CardState): Record<CardField, FieldState> => ({
  name: fields.cardNameField,
  number: fields.cardNumberField,
  expiry: fields.cardExpiryField,
  cvv: fields.cardCvvField,
})

function errorsOf(state: CardState): CardErrors {
  const fields = fieldsOf(state)
  const wrong = CARD_FIELDS.filter((field) => !fields[field].isValid)
  const errors: CardErrors = Object.fromEntries(
    wrong.map((field) => [field, CARD_ERRORS[field][fields[field].isEmpty ? 0 : 1]]),
  )
  if (state.errors.includes('INELIGIBLE_CARD_VENDOR')) errors.number = CARD_NOT_TAKEN
  // The provider's `isFormValid` decides, even when no single field is wrong.
  if (!state.isFormValid && Object.keys(errors).length === 0) errors.number = CARD_ERRORS.number[1]
  return errors
}

/** Whether card and address can be sent; shows what is wrong (PAY-03). */
export function checkPayment(state: CardState): boolean {
  const card = state.isFormValid ? {} : errorsOf(state)
  const address = checkBilling(billingForm.$values.get())
  $found.set(card)
  for (const [name, text] of Object.entries(address)) {
    const field = name as keyof typeof address
    billingForm.set(field, billingForm.$values.get()[field], text)
  }
  const isRight = Object.keys(card).length === 0 && Object.keys(address).length === 0
  if (!isRight) $count.set($count.get() + 1)
  return isRight
}

/** Clears the error of a field that is right now. */
export function cardChanged(state: CardState): void {
  const fields = fieldsOf(state)
  const left = Object.entries($found.get()).filter(([name]) => !fields[name as CardField].isValid)
  if (left.length !== Object.keys($found.get()).length) $found.set(Object.fromEntries(left))
}

export const clearCardErrors = (): void => $found.set({})
