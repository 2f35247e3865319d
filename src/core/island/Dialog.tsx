import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = {
  isOpen: boolean
  title: string
  /** Called on Escape, or by the OK button that is shown without `actions`. */
  onClose: () => void
  kind?: 'warning' | 'error'
  children: ReactNode
  /** Buttons in place of the single OK. The first one gets the focus when the dialog opens. */
  actions?: ReactNode
}

/** A native modal dialog: the browser traps the focus and restores it on closing. */
export function Dialog({ isOpen, title, onClose, kind, children, actions }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const element = dialog.current
    if (isOpen && element?.open === false) element.showModal()
    if (!isOpen && element?.open) element.close()
  }, [isOpen])

  return (
    <dialog
      className={kind ? `dialog dialog--${kind}` : 'dialog'}
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        // The store changes `isOpen`; the effect above then closes the dialog.
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        // A second Escape closes the dialog without a cancel event, so the store gets a signal. The event comes in a later task,
        // when the dialog may have been opened again.
        if (isOpen && !currentTarget.open) onClose()
      }}
    >
      {isOpen && (
        <>
          <h2 className="dialog__title" id={`${id}-title`}>
            {title}
          </h2>
          <div className="dialog__body stack stack--s" id={`${id}-body`}>
            {children}
          </div>
          <div className="button-group dialog__actions">
            {actions ?? (
              <button className="button" type="button" onClick={onClose}>
                OK
              </button>
            )}
          </div>
        </>
      )}
    </dialog>
  )
}
