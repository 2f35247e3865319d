import { Telephone } from '#islands/booking/Telephone.tsx'

type Props = {
  notice: { title: string; points: string[] }
  bookingPhone: string
  supportEmail: string
}

/** The important-information notice (EVL-02). */
export function ImportantNotice({ notice, bookingPhone, supportEmail }: Props) {
  return (
    <section className="notice notice--warning" aria-labelledby="important-information">
      <h2 className="notice__title" id="important-information">
        {notice.title}
      </h2>
      <ol className="notice__points">
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
  return (
    <>
      <Linked text={text.slice(0, at)} bookingPhone={bookingPhone} supportEmail={supportEmail} />
      {contact === supportEmail ? (
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      ) : (
        <Telephone number={bookingPhone} />
      )}
      <Linked text={rest} bookingPhone={bookingPhone} supportEmail={supportEmail} />
    </>
  )
}
