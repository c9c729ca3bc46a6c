/** The length of a path in a refusal. */
const MAX_PATH = 200

/**
 * Returns the path of a text in a value that contains a NUL or a lone surrogate, `terms.0.note`; `undefined` when there
 * is none. It uses no recursion, because a stranger chooses how deep the value is.
 */
export function findUnstorable(value: unknown): string | undefined {
  const rest: [path: string, value: unknown][] = [['', value]]
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [path, part] = next
    if (typeof part === 'string' && !isStorable(part)) return path.slice(0, MAX_PATH)
    if (typeof part !== 'object' || part === null) continue
    for (const [name, item] of Object.entries(part)) {
      if (!isStorable(name)) return path.slice(0, MAX_PATH)
      rest.push([path === '' ? name : `${path}.${name}`, item])
    }
  }
  return undefined
}

/** Returns whether PostgreSQL can store a text: without NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Characters that turn the direction of the text around them, so that a name reads as another one in a list. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/

/** Returns whether a text may be stored and shown: without NUL, lone surrogates and controls of the direction. */
export function isPlain(text: string): boolean {
  return isStorable(text) && !DIRECTION_CONTROLS.test(text)
}
