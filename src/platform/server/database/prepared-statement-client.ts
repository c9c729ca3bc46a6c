import { NetworkClient } from './database-client.ts'

const names = new Map<string, string>()

/**
 * A connection that prepares each parameterised statement under its own name, so that the server parses and plans it
 * once. Use it only in pools that repeat a few statements: a statement stays prepared as long as the connection lives.
 */
export class PreparedStatementClient extends NetworkClient {
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
