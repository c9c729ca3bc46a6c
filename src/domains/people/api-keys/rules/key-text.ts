/** The parts of an API key: `tdm_` + prefix + `_` + secret. */
export interface KeyParts {
  /** 12 characters that find the key; they are no secret. */
  prefix: string
  /** 43 characters of base64url, 256 random bits. */
  secret: string
}

const KEY_TEXT = /^tdm_([a-z0-9]{12})_([\w-]{43})$/

/** Reads an API key; undefined when the text cannot be one. */
export function parseKey(text: string): KeyParts | undefined {
  const [, prefix, secret] = KEY_TEXT.exec(text) ?? []
  return prefix === undefined || secret === undefined ? undefined : { prefix, secret }
}

/** Writes an API key as its owner copies it. The beginning lets secret scanners find a leaked key. */
export function formatKey({ prefix, secret }: KeyParts): string {
  return `tdm_${prefix}_${secret}`
}

/** Writes the part of an API key that lists show. */
export function keyHint(prefix: string): string {
  return `tdm_${prefix}_…`
}
