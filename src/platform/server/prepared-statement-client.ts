import pg from 'pg'

const names = new Map<string, string>()

/**
 * A connection that keeps each statement with parameters prepared under a name of its own, so that the server parses
 * and plans it once. For pools that send the same few statements over and over: every text is kept for the connection's
 * life.
 */
export class PreparedStatementClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return this.#send(args)
    return this.#send([{ name: toStatementName(text), text, values }, ...rest])
  }

  #send(args: unknown[]): never {
    return super.query(...(args as [never]))
  }
}

function toStatementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `kept_${names.size}`
  names.set(text, name)
  return name
}
