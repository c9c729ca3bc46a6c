import { describe, expect, test } from 'vitest'
import { OutboundClient } from './outbound-client.ts'
import type { TxtResolver } from './outbound-client.ts'

describe('the TXT records of a name', () => {
  const getTxt = (resolveTxt: TxtResolver, limits = {}) =>
    new OutboundClient({ resolveTxt, userAgent: 'Tandem test' }).getTxt('_proof.shop.example', limits)

  test('are read with their parts joined', async () => {
    const asked: string[] = []
    const resolveTxt: TxtResolver = async (name) => {
      asked.push(name)
      return [['one'], ['t', 'wo']]
    }
    expect(await getTxt(resolveTxt)).toEqual(['one', 'two'])
    expect(asked).toEqual(['_proof.shop.example'])
  })

  test('are none when the name does not exist', async () => {
    expect(await getTxt(() => Promise.reject(new Error('queryTxt ENOTFOUND')))).toEqual([])
  })

  test('are given up after the time', async () => {
    const never: TxtResolver = (_name, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')))
      })
    await expect(getTxt(never, { timeoutMs: 30 })).rejects.toMatchObject({ fault: 'timeout' })
  })

  test('count as a fetch', async () => {
    const waiting = Promise.withResolvers<string[][]>()
    const client = new OutboundClient({ resolveTxt: () => waiting.promise, maxFetches: 1, userAgent: 'Tandem test' })
    const first = client.getTxt('shop.example')
    await expect(client.getTxt('shop.example')).rejects.toMatchObject({ fault: 'busy' })
    waiting.resolve([])
    expect(await first).toEqual([])
  })
})
