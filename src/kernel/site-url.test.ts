import { describe, expect, test } from 'vitest'
import { isLocalAddress, parseSiteUrl } from './site-url.ts'

describe('parseSiteUrl', () => {
  test.each([
    ['https://example.com', 'https://example.com/'],
    ['example.com', 'https://example.com/'],
    ['  http://blog.example.com/me?x=1#top ', 'http://blog.example.com/me?x=1#top'],
    ['ftp://files.example.com', 'ftp://files.example.com/'],
    ['HTTPS://Example.COM', 'https://example.com/'],
    ['example.com:8080', 'https://example.com:8080/'],
    ['müller.example', 'https://xn--mller-kva.example/'],
    ['shop.xn--p1ai', 'https://shop.xn--p1ai/'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['172.15.0.1', 'https://172.15.0.1/'],
  ])('takes %j', (typed, url) => {
    expect(parseSiteUrl(typed)).toBe(url)
  })

  test.each([
    '',
    'blog',
    'localhost',
    'localhost:3000',
    'a.localhost',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:me@example.com',
    'file:///etc/passwd',
    'https://user:secret@example.com',
    'https://exa mple.com',
    'http://10.1.2.3',
    'http://127.0.0.1',
    'http://2130706433',
    'http://0x7f.1',
    'http://169.254.169.254',
    'http://192.168.0.1',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://224.0.0.1',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'https://example.c',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('refuses %j', (typed) => {
    expect(parseSiteUrl(typed)).toBeUndefined()
  })
})

describe('isLocalAddress', () => {
  test.each([
    'localhost',
    'http://localhost',
    'localhost:3000/shop',
    'https://shop.localhost',
    '10.0.0.1',
    'http://192.168.1.1:8080',
    'http://2130706433',
    'http://[::1]/',
    'http://169.254.169.254',
  ])('finds %j local', (typed) => {
    expect(isLocalAddress(typed)).toBe(true)
  })

  test.each([
    '',
    'soon!',
    '@ada, no address at all',
    'acme.example',
    'https://8.8.8.8',
    'localhost.example',
    'youtube',
  ])('lets %j pass', (typed) => {
    expect(isLocalAddress(typed)).toBe(false)
  })
})
