import PostalMime, { type Attachment, type Email } from 'postal-mime'

/** One received mail as the API returns it. `to` is the envelope's recipients, joined with commas. */
export type Message = {
  id: string
  to: string
  from: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: MessageAttachment[]
  receivedAt: string
}

/** `content` is plain text for text types, text/calendar included, and base64 for all others. */
export type MessageAttachment = { filename: string; contentType: string; content: string }

export type Envelope = { from: string; to: readonly string[] }

/** Parses a raw mail. */
export async function parseMessage(
  raw: Uint8Array,
  envelope: Envelope,
  receivedAt: Date,
): Promise<Omit<Message, 'id'>> {
  const email = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer' })
  return {
    to: envelope.to.join(', '),
    from: email.from?.address ?? envelope.from,
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: headersOf(email),
    attachments: email.attachments.map(attachmentOf),
    receivedAt: receivedAt.toISOString(),
  }
}

function headersOf({ headers }: Email): Record<string, string> {
  const byName = new Map<string, string>()
  for (const { key, value } of headers) {
    const earlier = byName.get(key)
    byName.set(key, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return Object.fromEntries(byName)
}

function attachmentOf({ filename, mimeType, content }: Attachment): MessageAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(toBytes(content))
  return {
    filename: filename ?? '',
    contentType: mimeType,
    content: contentOf(bytes, mimeType),
  }
}

function contentOf(bytes: Buffer, mimeType: string): string {
  if (!mimeType.startsWith('text/')) return bytes.toString('base64')
  const text = bytes.toString('utf8')
  // The parser converts CRLF to LF, but calendar files need CRLF (RFC 5545 §3.1).
  return mimeType === 'text/calendar' ? text.replaceAll(/\r?\n/g, '\r\n') : text
}

function toBytes(content: ArrayBuffer | Uint8Array): Uint8Array {
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
