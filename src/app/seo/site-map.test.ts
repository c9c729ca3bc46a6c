import { expect, test } from 'vitest'
import { robotsText, siteMapXml } from './site-map.ts'

const publicUrl = 'https://tandem.example'

/** Returns whether robots.txt disallows a path. Rules are prefixes; `$` marks the end of a path. */
function isClosed(path: string): boolean {
  const rules = robotsText(publicUrl).matchAll(/^Disallow: (.+)$/gm)
  return [...rules].some(([, rule = '']) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)))
}

test('robots.txt disallows the consoles and tracking links only', () => {
  const closed = ['/account', '/brand/transactions', '/operator', '/r', '/r?key=1', '/r/abc', '/api/v1/merchants']
  const open = [
    '/',
    '/referral-program',
    '/advertisers',
    '/about-us',
    '/merchants/1/a',
    '/og/home.png',
    '/terms-of-service',
  ]
  expect(closed.filter((path) => !isClosed(path))).toEqual([])
  expect(open.filter(isClosed)).toEqual([])
  expect(robotsText(publicUrl)).toContain('Sitemap: https://tandem.example/sitemap.xml')
})

test('the sitemap lists every page in both languages, with links between them', () => {
  const xml = siteMapXml(publicUrl, [{ path: '/a&b', changedAt: new Date('2026-03-01T22:00:00Z') }])
  expect(xml.match(/<loc>[^<]+<\/loc>/g)).toEqual([
    '<loc>https://tandem.example/a&amp;b?hl=en</loc>',
    '<loc>https://tandem.example/a&amp;b?hl=zh</loc>',
    '<loc>https://tandem.example/a&amp;b</loc>',
  ])
  expect(xml.match(/hreflang="(en|zh|x-default)"/g)).toHaveLength(9)
  expect(xml.match(/<lastmod>2026-03-01<\/lastmod>/g)).toHaveLength(3)
})
