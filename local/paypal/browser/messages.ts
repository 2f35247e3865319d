/** What the SDK script in the page and the frames of the stand-in tell each other. No message contains card data. */

export type FieldType = 'number' | 'expiry' | 'cvv' | 'name'

export type FieldState = {
  isEmpty: boolean
  isValid: boolean
  isPotentiallyValid: boolean
  isFocused: boolean
}

export type CardBrand = {
  type: string
  niceType: string
  code: { name: string; size: number }
}

/** From a frame to the page. */
export type FrameMessage =
  | { kind: 'ready'; state: FieldState }
  | { kind: 'height'; height: number }
  | {
      kind: 'state'
      event: 'change' | 'focus' | 'blur' | 'submit'
      state: FieldState
      cards: CardBrand[]
    }
  /** The answer to `pay`. */
  | { kind: 'paid'; challenge?: string | undefined; liabilityShift?: string | undefined }
  | { kind: 'failed'; issue: string }
  /** The end of a dialog. */
  | { kind: 'done'; liabilityShift?: string | undefined }
  | { kind: 'cancelled' }
  /** A click on the PayPal button. */
  | { kind: 'clicked' }

/** From the page to a frame. */
export type PageMessage =
  | { kind: 'clear' }
  | { kind: 'focus' }
  | { kind: 'check' }
  | { kind: 'message'; text: string }
  | { kind: 'attribute'; name: string; value: string | undefined }
  | { kind: 'class'; name: string; isOn: boolean }
  | { kind: 'code-size'; size: number }
  | { kind: 'enabled'; isOn: boolean }
  | { kind: 'pay'; orderId: string; group: string; name?: string | undefined }

export const emptyState = (): FieldState => ({
  isEmpty: true,
  isValid: false,
  isPotentiallyValid: true,
  isFocused: false,
})
