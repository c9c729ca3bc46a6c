import { describe, expect, test, vi } from 'vitest'
import { expectWithin } from '#test/support/timing.ts'
import { buildSnippet, findScript, hashHost, readSnippetKey } from './tracker.ts'

const trackingOrigin = 'https://tandem.example'
const origins = [trackingOrigin, 'https://pages.example']
const siteKey = 'abc123abc123'
const snippet = buildSnippet({ trackingOrigin, siteKey })
const look = (html: string) => findScript(html, { pageUrl: 'https://blog.example/a/', origins, siteKey })

test('the snippet names the script and the site, and its key can be read without its white space', () => {
  expect(snippet).toBe('<script async src="https://tandem.example/tracker/v1.js" data-key="abc123abc123"></script>')
  expect(readSnippetKey(snippet.replaceAll(/\s/g, ''))).toBe(siteKey)
  expect(readSnippetKey('<script data-key="abc123abc123"></script>')).toBeUndefined()
  expect(readSnippetKey(`${trackingOrigin}/tracker/v1.js`)).toBeUndefined()
})

describe('the script on a page', () => {
  test.each(
    [
      snippet,
      `<!doctype html><HEAD>${snippet
        .toUpperCase()
        .replace(/SRC="[^"]*"/, 'SRC="//tandem.example/tracker/v1.js"')
        .replace('ABC123ABC123', siteKey)}`,
      `<script src='https://tandem.example/tracker/v1.js'\n  data-key = ${siteKey} defer></script>`,
      `<script>var a = "<!--"</script>${snippet}`,
      snippet.replace('tandem.example', 'pages.example'),
      `<!-- a comment --><!---->${snippet}`,
      `${buildSnippet({ trackingOrigin, siteKey: 'other1234567' })}${snippet}`,
    ].map((html) => html.replaceAll('HTTPS', 'https')),
  )('is found in %s', (html) => expect(look(html)).toBe('found'))

  test('is found with another key', () => {
    expect(look(buildSnippet({ trackingOrigin, siteKey: 'other1234567' }))).toBe('other_key')
    expect(look(snippet.replace(/ data-key="\w+"/, ''))).toBe('other_key')
  })

  test.each([
    '',
    `<!-- ${snippet} -->`,
    `<!-- ${snippet}`,
    `<script>document.write('${snippet}')</script>`,
    snippet.replace('tandem.example', 'elsewhere.example'),
    snippet.replace('https://tandem.example', ''),
    snippet.replace('v1', 'v2'),
    snippet.slice(0, -12),
    `<p>${snippet.replaceAll('<', '&lt;')}</p>`,
    '<script src="https://[" data-key="abc123abc123"></script>',
  ])('is missing in %s', (html) => expect(look(html)).toBe('missing'))

  test('is looked for in linear time, however the page is written', () => {
    const open = ['<script', '<!--', '<script>', '<script src=/tracker/v1.js ', '<script src=/tracker/v1.js a="']
    const pages = [...open, 'a ', '<script></script>']
    const make = (part: string, length: number) => part.repeat(length / part.length)
    for (const part of pages) {
      const page = make(part, 200_000)
      expect(countSearched(() => look(page))).toBeLessThan(10 * page.length)
    }
    const startedAt = performance.now()
    for (const part of pages) look(make(part, 2_000_000))
    look(`<script src=/tracker/v1.js ${'a'.repeat(1900)}></script>`.repeat(1000))
    expectWithin(performance.now() - startedAt, 3000)
  })
})

test('hashes of hosts differ', () => {
  const hosts = Array.from({ length: 20_000 }, (_, index) => [
    `shop-${index}.example`,
    `www.shop-${index}.example`,
  ]).flat()
  expect(new Set(hosts.map(hashHost)).size).toBe(hosts.length)
  expect(hashHost('shop.example')).toMatch(/^[a-z0-9]{6,14}$/)
})

/** Counts the characters in which `work` searches for a word. */
function countSearched(work: () => unknown): number {
  const spy = vi.spyOn(String.prototype, 'indexOf')
  work()
  const { mock } = spy
  const lengths = mock.calls.map(([, from = 0], call) => {
    const found = Number(mock.results[call]?.value)
    return (found === -1 ? String(mock.contexts[call]).length : found) - from
  })
  spy.mockRestore()
  return lengths.reduce((sum, length) => sum + length, 0)
}
