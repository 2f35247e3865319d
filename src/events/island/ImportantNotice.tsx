import { useState } from 'react'
import { Telephone } from '#core/island/Telephone.tsx'

type Props = {
  isReady: boolean
  notice: { title: string; points: string[] }
  bookingPhone: string
  supportEmail: string
}

/** The important-information notice (EVL-02): on a small screen one line that opens. */
export function ImportantNotice({ isReady, notice, bookingPhone, supportEmail }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="notice notice--warning" aria-labelledby="important-information">
      <h2 className="notice__title" id="important-information">
        <span className="find-events__wide">{notice.title}</span>
        <button
          className="link find-events__fold"
          type="button"
          aria-expanded={isOpen}
          aria-controls="important-points"
          disabled={!isReady}
          onClick={() => setOpen(!isOpen)}
        >
          {notice.title}
        </button>
      </h2>
      <ol
        className="notice__points find-events__folded"
        id="important-points"
        data-open={isOpen || undefined}
      >
        {notice.points.map((point) => (
          <li key={point}>
            <span>
              <Linked text={point} bookingPhone={bookingPhone} supportEmail={supportEmail} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type LinkedProps = { text: string; bookingPhone: string; supportEmail: string }

/** Makes the e-mail address and telephone number in an editor's plain text links. */
function Linked({ text, bookingPhone, supportEmail }: LinkedProps) {
  const contact = [supportEmail, bookingPhone].find((one) => one !== '' && text.includes(one))
  if (contact === undefined) return text
  const at = text.indexOf(contact)
  const rest = text.slice(at + contact.length)
  // A narrow column breaks the address there.
  const domain = supportEmail.indexOf('@') + 1
  return (
    <>
      <Linked text={text.slice(0, at)} bookingPhone={bookingPhone} supportEmail={supportEmail} />
      {contact === supportEmail ? (
        <a href={`mailto:${supportEmail}`} translate="no">
          {supportEmail.slice(0, domain)}
          <wbr />
          {supportEmail.slice(domain)}
        </a>
      ) : (
        <Telephone number={bookingPhone} />
      )}
      <Linked text={rest} bookingPhone={bookingPhone} supportEmail={supportEmail} />
    </>
  )
}
