import { Transform } from 'node:stream'

/**
 * Passes on what was written in one go as one chunk. React writes a page in pieces of 2 kB, and each piece on its own
 * would be compressed, flushed and sent on its own, which costs a fifth of the whole page.
 */
export function gatherWrites(): Transform {
  let gathered: Buffer[] = []
  const release = (stream: Transform) => {
    if (gathered.length > 0) stream.push(Buffer.concat(gathered))
    gathered = []
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (gathered.push(chunk) === 1) setImmediate(release, this)
      done()
    },
    flush(done) {
      release(this)
      done()
    },
  })
}
