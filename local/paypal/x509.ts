import {
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'

/** Node reads X.509 certificates but cannot make them: this writes the few structures of RFC 5280 that ours need, in DER. */

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_IDENTIFIER = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const BOOLEAN = 0x01
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const URI_NAME = 0x86

const SHA256_WITH_RSA = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b]
const COMMON_NAME = [0x55, 0x04, 0x03]
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13]
const KEY_USAGE = [0x55, 0x1d, 0x0f]
const AUTHORITY_ACCESS = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01]
const ISSUERS = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02]

/** Bits of the key usage: signing certificates, or signing data. */
const SIGNS_CERTIFICATES = [0x02, 0x04]
const SIGNS_DATA = [0x07, 0x80]

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

const der = (tag: number, ...parts: readonly (Buffer | readonly number[])[]): Buffer => {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

const nameOf = (commonName: string) =>
  der(
    SEQUENCE,
    der(
      SET,
      der(SEQUENCE, der(OBJECT_IDENTIFIER, COMMON_NAME), der(UTF8_STRING, Buffer.from(commonName))),
    ),
  )

const timeOf = (at: Date) =>
  der(UTC_TIME, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

const extension = (id: number[], value: Buffer) =>
  der(SEQUENCE, der(OBJECT_IDENTIFIER, id), der(BOOLEAN, [0xff]), der(OCTET_STRING, value))

const issuerAccess = (url: string) =>
  der(
    SEQUENCE,
    der(OBJECT_IDENTIFIER, AUTHORITY_ACCESS),
    der(
      OCTET_STRING,
      der(
        SEQUENCE,
        der(SEQUENCE, der(OBJECT_IDENTIFIER, ISSUERS), der(URI_NAME, Buffer.from(url))),
      ),
    ),
  )

const algorithm = () => der(SEQUENCE, der(OBJECT_IDENTIFIER, SHA256_WITH_RSA), [0x05, 0x00])

export type CertificateWish = {
  readonly subject: string
  readonly from: Date
  /** Before 2050. */
  readonly to: Date
  readonly isAuthority: boolean
  /** Where the issuer's certificate can be fetched. */
  readonly issuerUrl?: string
}

type Signer = { readonly name: string; readonly key: KeyObject }

export type Certified = {
  readonly certificate: X509Certificate
  readonly privateKey: KeyObject
}

/** A new RSA key with a certificate, signed by `issuer`, or by itself. */
export function certify(wish: CertificateWish, issuer?: Signer): Certified {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const constraints = wish.isAuthority ? der(SEQUENCE, der(BOOLEAN, [0xff])) : der(SEQUENCE)
  const usage = wish.isAuthority ? SIGNS_CERTIFICATES : SIGNS_DATA
  const content = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, [2])),
    // Positive: the first byte is below 0x80.
    der(INTEGER, [0x01], randomBytes(15)),
    algorithm(),
    nameOf(issuer?.name ?? wish.subject),
    der(SEQUENCE, timeOf(wish.from), timeOf(wish.to)),
    nameOf(wish.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        extension(BASIC_CONSTRAINTS, constraints),
        extension(KEY_USAGE, der(BIT_STRING, usage)),
        ...(wish.issuerUrl === undefined ? [] : [issuerAccess(wish.issuerUrl)]),
      ),
    ),
  )
  const signature = sign('sha256', content, issuer?.key ?? privateKey)
  const bytes = der(SEQUENCE, content, algorithm(), der(BIT_STRING, [0x00], signature))
  return { certificate: new X509Certificate(bytes), privateKey }
}
