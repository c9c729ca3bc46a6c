import type { Frame, Section } from './frames.ts'

/** A section with its content, which must be read to its end before the next section. */
export interface SectionContent {
  section: Section
  content: AsyncIterable<Buffer>
}

/** Groups frames by section. */
export async function* readSections(frames: AsyncIterable<Frame>): AsyncGenerator<SectionContent> {
  const iterator = frames[Symbol.asyncIterator]()
  let next = await iterator.next()
  async function* readContent(): AsyncGenerator<Buffer> {
    next = await iterator.next()
    while (!next.done && 'data' in next.value) {
      yield next.value.data
      next = await iterator.next()
    }
  }
  try {
    while (!next.done) {
      if ('data' in next.value) throw new Error('Data without a section')
      yield { section: next.value.section, content: readContent() }
    }
  } finally {
    await iterator.return?.()
  }
}
