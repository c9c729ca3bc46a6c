import { expect, test } from 'vitest'
import { tryEach } from './try-each.ts'

test('does the work for all items, and throws what failed with a cause for the log', async () => {
  const done: number[] = []
  const work = async (item: number) => {
    if (item % 2 === 0) throw new Error(`${item} fails`)
    done.push(item)
  }
  const run = tryEach([1, 2, 3, 4], work, 'Some failed.')
  await expect(run).rejects.toMatchObject({
    message: 'Some failed.',
    errors: [new Error('2 fails'), new Error('4 fails')],
    cause: new Error('2 fails'),
  })
  expect(done).toEqual([1, 3])
  await tryEach([5], work, 'None failed.')
})
