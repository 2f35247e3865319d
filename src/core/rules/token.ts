/** A token of 256 random bits in base64url: session secrets and the tokens of mailed links. */
export const TOKEN_PATTERN = /^[\w-]{43}$/

/** Whether a text has the form of a token. */
export const isToken = (text: string): boolean => TOKEN_PATTERN.test(text)
