import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function textOf(value: string): string {
  // A file of variables has a variable on one line: each end of a line is then written as \n.
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    return ''
  }
}

/** The certificates of DATABASE_CA, which is a file or their text (PEM). Undefined without one that can be read. */
export function certificatesOf(value: string): string | undefined {
  const found = textOf(value).match(CERTIFICATE)
  try {
    for (const one of found ?? []) new X509Certificate(one)
  } catch {
    return undefined
  }
  return found?.join('\n')
}
