import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getSiteAddress, isLocalAddress, lacksChannel, parseSiteUrl, parseWebAddress } from './site-url.ts'

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

describe('a channel', () => {
  test.each([
    ['instagram.com/mina', 'instagram.com/mina'],
    ['https://www.instagram.com/Mina.Park_/?igsh=MzRlODBiNWFlZA==&utm_source=qr#top', 'instagram.com/mina.park_'],
    ['instagram.com/@mina', 'instagram.com/mina'],
    ['instagram.com/mina/reel/C8aBcD/', 'instagram.com/mina'],
    ['https://instagram.com/stories/mina/3141592653/', 'instagram.com/mina'],
    ['https://www.tiktok.com/@Mina?_t=8abc&_r=1', 'tiktok.com/@mina'],
    ['https://m.tiktok.com/@mina/video/7345678901234567890?lang=en', 'tiktok.com/@mina'],
    ['tiktok.com/%40mina', 'tiktok.com/@mina'],
    ['youtube.com/@mina', 'youtube.com/@mina'],
    ['https://m.youtube.com/@Mina/videos?si=x', 'youtube.com/@mina'],
    ['youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw/about', 'youtube.com/channel/UC_x5XG1OV2P6uZZ5FSM9Ttw'],
    ['YouTube.com/C/MinaTV', 'youtube.com/c/minatv'],
    ['youtube.com/@%EB%AF%B8%EB%82%98', 'youtube.com/@미나'],
    ['youtube.com/@미나', 'youtube.com/@미나'],
    ['https://x.com/Mina/status/1790000000000000000?s=20', 'x.com/mina'],
    ['mobile.twitter.com/mina', 'x.com/mina'],
    ['facebook.com/mina.page', 'facebook.com/mina.page'],
    ['https://web.facebook.com/Mina.Page/?mibextid=abc', 'facebook.com/mina.page'],
    ['https://www.facebook.com/profile.php?id=100012345678901&sk=about', 'facebook.com/100012345678901'],
    ['facebook.com/people/Mina-Park/100012345678901/', 'facebook.com/people/mina-park/100012345678901'],
    ['t.me/Mina', 't.me/mina'],
    ['https://telegram.me/s/mina?before=12', 't.me/mina'],
    ['t.me/+AbCdEf123', 't.me/+AbCdEf123'],
    ['weibo.com/u/123', 'weibo.com/u/123'],
    ['https://m.weibo.cn/u/1234567890?from=share', 'weibo.com/u/1234567890'],
    ['weibo.com/n/%E5%B0%8F%E7%B1%B3', 'weibo.com/n/小米'],
    ['https://www.xiaohongshu.com/user/profile/5ff0E6410001?xsec_token=x', 'xiaohongshu.com/user/profile/5ff0E6410001'],
    ['https://space.bilibili.com/546195?spm_id_from=333', 'space.bilibili.com/546195'],
    ['https://de.linkedin.com/in/Mina-Park-1a2b/', 'linkedin.com/in/mina-park-1a2b'],
    ['pinterest.de/mina/boards', 'pinterest.com/mina'],
    ['threads.net/@mina', 'threads.com/@mina'],
    ['old.reddit.com/r/Deals/top', 'reddit.com/r/deals'],
    ['discord.gg/AbC', 'discord.gg/AbC'],
    ['http://instagram.com//mina//', 'instagram.com/mina'],
  ])('of %j is %j', (typed, name) => {
    const url = parseSiteUrl(typed) ?? ''
    expect(getSiteAddress(url)).toBe(name)
    expect(url).toBe(new URL(`https://${name}`).href)
    expect(lacksChannel(typed)).toBe(false)
    expect(parseSiteUrl(url)).toBe(url)
  })

  test.each([
    'instagram.com',
    'https://www.instagram.com/',
    'm.youtube.com',
    'instagram.com/?igsh=x',
    'instagram.com/p/C8aBcD/',
    'https://www.instagram.com/reel/C8aBcD/',
    'youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'youtube.com/channel/',
    'youtube.com/channel/%20',
    'tiktok.com/mina',
    'https://vm.tiktok.com/ZMabc/',
    'linkedin.com/in/',
    'linkedin.com/feed',
    'facebook.com/profile.php',
    'facebook.com/profile.php?id=%20',
    'instagram.com/%zz',
    'instagram.com/%2F..%2Fetc',
    'instagram.com/a%00b',
    'instagram.com/a%E2%80%AEb',
    'instagram.com/..%2f',
    'instagram.com/___',
    'instagram.com/<script>',
    `youtube.com/@${'미'.repeat(300)}`,
  ])('is not named by %j', (typed) => {
    expect(parseSiteUrl(typed)).toBeUndefined()
    expect(lacksChannel(typed)).toBe(true)
  })

  test.each(['', 'notinstagram.com', 'instagram.com.example', 'linktr.ee', '@mina', 'mina', 'play.google.com'])(
    'is not asked for by %j',
    (typed) => {
      expect(lacksChannel(typed)).toBe(false)
    },
  )

  test('is not looked for in the address of a page', () => {
    expect(parseWebAddress('instagram.com')).toBe('https://instagram.com/')
    expect(parseWebAddress('x.com/Mina?a=1')).toBe('https://x.com/Mina?a=1')
  })

  test('of an older address is named too; without one the host is', () => {
    expect(getSiteAddress('https://www.instagram.com/Mina/?igsh=x')).toBe('instagram.com/mina')
    expect(getSiteAddress('https://www.instagram.com/')).toBe('www.instagram.com')
    expect(getSiteAddress('https://shop.example:8080/blog?a=1')).toBe('shop.example')
  })

  test('stays the same when its address is read again', () => {
    const hosts = [
      'instagram.com/',
      'youtube.com/@',
      'm.youtube.com/channel/',
      'weibo.com/n/',
      't.me/+',
      'reddit.com/u/',
    ]
    const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.stringMatching(/^[\w.@%-]{1,30}$/))
    fc.assert(
      fc.property(fc.constantFrom(...hosts), word, (host, name) => {
        const url = parseSiteUrl(host + name)
        if (url === undefined) return
        expect(parseSiteUrl(url)).toBe(url)
        expect(parseSiteUrl(getSiteAddress(url))).toBe(url)
      }),
      { numRuns: 500 },
    )
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
