import { containerOf, type Frame, nextNumber, openDialog, openFrame } from './frames.ts'

export type ButtonProps = {
  fundingSource?: string
  createOrder: (data: object, actions: object) => Promise<string>
  onApprove?: (data: object, actions: object) => Promise<void> | void
  onCancel?: (data: object, actions: object) => void
  onError?: (error: unknown) => void
  onInit?: (data: object, actions: object) => void
  onClick?: (data: object, actions: object) => Promise<void> | void
}

const FUNDING_SOURCE = 'paypal'

/** Whether the page's `onClick` lets the payer go on. */
async function isAllowed({ onClick }: ButtonProps): Promise<boolean> {
  let isRefused = false
  await onClick?.(
    { fundingSource: FUNDING_SOURCE },
    {
      resolve: () => {},
      reject: () => {
        isRefused = true
      },
    },
  )
  return !isRefused
}

async function payByAccount(props: ButtonProps): Promise<void> {
  try {
    if (!(await isAllowed(props))) return
    const orderID = await props.createOrder({ paymentSource: FUNDING_SOURCE }, {})
    const end = await openDialog(`/frames/account?order=${orderID}`, 'PayPal (test)')
    if (end.kind === 'cancelled') {
      props.onCancel?.({ orderID }, {})
      return
    }
    const approval = { orderID, payerID: 'STANDINPAYER1', paymentSource: FUNDING_SOURCE }
    await props.onApprove?.(approval, {
      restart: () => payByAccount(props),
      redirect: (url: string) => location.assign(url),
    })
  } catch (error) {
    props.onError?.(error)
  }
}

/** `paypal.Buttons` of the SDK, version 5: the button of a PayPal account. */
export function buttons(props: ButtonProps) {
  let frame: Frame | undefined
  let isBusy = false
  async function click(): Promise<void> {
    if (isBusy) return
    isBusy = true
    await payByAccount(props).finally(() => {
      isBusy = false
    })
  }
  const setEnabled = (isOn: boolean) => {
    frame?.tell({ kind: 'enabled', isOn })
    return Promise.resolve()
  }
  return {
    isEligible: () => props.fundingSource === undefined || props.fundingSource === FUNDING_SOURCE,
    async render(container: string | HTMLElement) {
      const name = `paypal-button-${nextNumber()}`
      const where = { path: '/frames/button', name, title: 'PayPal' }
      frame = openFrame(containerOf(container), where, (message) => {
        if (message.kind === 'clicked') void click()
      })
      frame.element.style.height = '56px'
      await frame.ready
      props.onInit?.({}, { enable: () => setEnabled(true), disable: () => setEnabled(false) })
    },
    close() {
      frame?.remove()
      frame = undefined
      return Promise.resolve()
    },
    updateProps(changed: Partial<ButtonProps>) {
      Object.assign(props, changed)
      return Promise.resolve()
    },
    hasReturned: () => false,
  }
}
