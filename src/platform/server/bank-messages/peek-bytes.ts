/** Reads the first bytes of a file, and answers them with an iteration that begins with them. */
export async function peekBytes(
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ first: Uint8Array; all: AsyncIterable<Uint8Array> }> {
  const source = chunks[Symbol.asyncIterator]()
  const first = await source.next()
  async function* all(): AsyncGenerator<Uint8Array> {
    for (let next = first; next.done !== true; next = await source.next()) yield next.value
  }
  return { first: first.done === true ? new Uint8Array() : first.value, all: all() }
}
