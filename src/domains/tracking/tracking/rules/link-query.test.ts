import { describe, expect, test } from 'vitest'
import { MAX_SUB_ID_CHARACTERS, readLinkQuery } from './link-query.ts'

const NO_SUBS = { sub1: null, sub2: null, sub3: null, sub4: null, sub5: null }

describe('the query of a tracking link', () => {
  test('gives key, destination and sub ids', () => {
    const query =
      'key=abc&id=mail-7&sub2=b&sub5=e&promo=12&url=https%3A%2F%2Fshop.example%2F%3Fq%3Da%2520b%26c%3Dd%23top'
    expect(readLinkQuery(query)).toEqual({
      key: 'abc',
      url: 'https://shop.example/?q=a%20b&c=d#top',
      subs: { ...NO_SUBS, sub1: 'mail-7', sub2: 'b', sub5: 'e' },
      promotionId: 12n,
      cons: undefined,
      gdpr: undefined,
      gdprConsent: undefined,
      isBroken: false,
    })
  })

  test.each([
    ['subid=x', 'sub1'],
    ['sub_id=x', 'sub1'],
    ['subId1=x', 'sub1'],
    ['SubId3=x', 'sub3'],
    ['clickref=x', 'sub1'],
    ['clickref2=x', 'sub2'],
    ['uid=x', 'sub1'],
    ['uid5=x', 'sub5'],
    ['u1=x', 'sub1'],
    ['sid=x', 'sub1'],
    ['aff_sub=x', 'sub1'],
    ['aff_sub4=x', 'sub4'],
    ['cuid=x', 'sub1'],
    ['custom_id=x', 'sub1'],
    ['id=x', 'sub1'],
    ['sub1=x', 'sub1'],
  ])('reads %s as %s', (query, sub) => {
    expect(readLinkQuery(query).subs).toEqual({ ...NO_SUBS, [sub]: 'x' })
  })

  test.each([
    ['the first value of a parameter counts', 'key=a&key=b', { key: 'a' }],
    ['our own name takes precedence over an alias', 'uid=alias&id=own', { subs: { ...NO_SUBS, sub1: 'own' } }],
    ['empty parameters are absent', 'key=&url&id=&=x', { key: undefined, url: undefined, subs: NO_SUBS }],
    ['a macro is no sub id', 'id={subid}&sub2=%5BCLICK%5D&sub3=null&sub4=a', { subs: { ...NO_SUBS, sub4: 'a' } }],
    ['a plus is a space', 'id=a+b%2Bc', { subs: { ...NO_SUBS, sub1: 'a b+c' } }],
    ['a parameter that we do not read may be broken', 'x=%zz&key=a', { key: 'a', isBroken: false }],
    ['a promotion that is no id is absent', 'promo=-1&key=a', { promotionId: undefined, isBroken: false }],
    ['the consent parameters are read', 'cons=0&gdpr=1&gdpr_consent=C', { cons: '0', gdpr: '1', gdprConsent: 'C' }],
  ])('%s', (_, query, expected) => {
    expect(readLinkQuery(query)).toMatchObject(expected)
  })

  test.each(['key=a%00b', 'url=https%3A%2F%2Fshop.example%2F%00'])('is marked as broken: %s', (query) => {
    expect(readLinkQuery(query).isBroken).toBe(true)
  })

  test.each([
    ['id=50%', '50%'],
    ['id=%zz', '%zz'],
    ['id=a%20%E9', 'a %E9'],
    ['id=%F0%9F%98%80%C4', '%F0%9F%98%80%C4'],
    ['id=a%00b', null],
  ])('keeps what of a sub id is no UTF-8: %s', (query, sub1) => {
    expect(readLinkQuery(query)).toMatchObject({ subs: { ...NO_SUBS, sub1 }, isBroken: false })
  })

  test.each([
    ['GBK', 'url=https%3A%2F%2Fshop.example%2F%3Fq%3D%C4%E3%BA%C3', 'https://shop.example/?q=%C4%E3%BA%C3'],
    ['Latin-1', 'url=https%3A%2F%2Fshop.example%2Fcaf%E9', 'https://shop.example/caf%E9'],
    ['UTF-8', 'url=https%3A%2F%2Fshop.example%2Fcaf%C3%A9', 'https://shop.example/caf\u00e9'],
  ])('keeps the bytes of a destination in %s', (_, query, url) => {
    expect(readLinkQuery(query).url).toBe(url)
  })

  test.each(['amp;', 'AMP;', 'amp%3B', 'amp;amp;'])('reads names behind "%s" of HTML that was escaped twice', (amp) => {
    const query = `key=a&${amp}url=https%3A%2F%2Fshop.example%2F&${amp}cons=0&${amp}gdpr=1&${amp}id=x`
    expect(readLinkQuery(query)).toMatchObject({
      url: 'https://shop.example/',
      cons: '0',
      gdpr: '1',
      subs: { sub1: 'x' },
    })
  })

  test('cuts a sub id that is too long', () => {
    const long = encodeURIComponent(`x${'😀'.repeat(500)}`)
    const { sub1 } = readLinkQuery(`id=${long}`).subs
    expect(sub1).toHaveLength(MAX_SUB_ID_CHARACTERS)
    expect(sub1?.isWellFormed()).toBe(true)
  })
})
