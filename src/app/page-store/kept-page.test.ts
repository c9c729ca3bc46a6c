import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packPage } from './kept-page.ts'

const nonce = 'q83vEjRWeJCrze8SNFZ4kA=='
const secret = Buffer.alloc(32, 7)

const pack = (html: string) => packPage(html, { nonce, secret })

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

function readRule(page: Awaited<ReturnType<typeof pack>>, name: string): string[] {
  const rules = (page.headers['Content-Security-Policy'] ?? '').split('; ').map((rule) => rule.split(' '))
  return rules.find(([first]) => first === name)?.slice(1) ?? []
}

const own = 'window.a = "<b>";\nconsole.log(1)'
const ownModule = 'import "/assets/a.js"'
const page = `<html><head><link rel="stylesheet" href="/a.css" nonce="${nonce}"/>
<script nonce="${nonce}">${own}</script></head><body><p>中文</p>
<script nonce="${nonce}" type="module" async="">${ownModule}</script></body></html>`

test('names the hash of each inline script that was rendered, and no nonce for scripts', async () => {
  const packed = await pack(page)
  expect(readRule(packed, 'script-src')).toEqual(["'self'", hashOf(own), hashOf(ownModule)])
  const html = brotliDecompressSync(packed.brotli).toString()
  expect(html).toContain(`<script>${own}</script>`)
  expect(html).toContain(`<script type="module" async="">${ownModule}</script>`)
  expect(html).not.toContain(nonce)
})

test('holds no more memory than its bytes', async () => {
  const { brotli } = await pack(page)
  expect(brotli.buffer.byteLength).toBe(brotli.length)
})

test.each(['<script>alert(1)</script>', '<script nonce="guessed">alert(1)</script>', '<script src="//evil"></script>'])(
  'does not trust %s, which came into the page in another way',
  async (injected) => {
    const packed = await pack(page.replace('中文', injected))
    expect(readRule(packed, 'script-src')).toEqual(["'self'", hashOf(own), hashOf(ownModule)])
  },
)

test('has the nonce of its styles in the policy and on its style sheets, and it follows from the page', async () => {
  const [one, other] = [await pack(page), await pack(page.replace('中文', 'English'))]
  const [, source = ''] = readRule(one, 'style-src')
  const [, styleNonce = ''] = /^'nonce-(.{43})'$/.exec(source) ?? []
  expect(brotliDecompressSync(one.brotli).toString()).toContain(`href="/a.css" nonce="${styleNonce}"`)
  expect(readRule(other, 'style-src')).not.toContain(source)
  const elsewhere = await packPage(page, { nonce, secret: Buffer.alloc(32, 8) })
  expect(readRule(elsewhere, 'style-src')).not.toContain(source)
})

test('is the same in every worker, whatever the nonce of the render', async () => {
  const again = await packPage(page.replaceAll(nonce, 'another'), { nonce: 'another', secret })
  expect(again).toEqual(await pack(page))
  expect((await pack(page.replace('中文', '中国'))).etag).not.toBe(again.etag)
})
