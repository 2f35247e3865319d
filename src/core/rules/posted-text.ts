/** A field of a form as it was typed: a browser counts a line break as one character for `maxlength`, and sends two. */
export const asTyped = (sent: string): string => sent.replaceAll('\r\n', '\n')
