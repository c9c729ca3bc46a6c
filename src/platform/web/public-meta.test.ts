import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { loadTexts } from '#texts/catalogue.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import type { PublicPage } from '#texts/public-pages.ts'
import { LOCALES } from '#texts/texts.ts'
import type { Locale } from '#texts/texts.ts'
import { sessionContext } from './call-context.ts'
import type { WebSession } from './call-context.ts'
import { getPublicPageMeta, publicMeta } from './public-meta.ts'

const texts = loadTexts()

function buildMeta(page: PublicPage, { locale = 'en', search = '' }: { locale?: Locale; search?: string } = {}) {
  const context = new RouterContextProvider()
  const session: Partial<WebSession> = {
    locale,
    network: {
      name: 'Tandem',
      supportEmail: 'help@tandem.example',
      addressUnitedStates: '',
      addressHongKong: '',
      legalIdentity: '',
    },
    publicUrl: 'https://tandem.example',
    texts: (...domains) => texts(locale, domains),
  }
  context.set(sessionContext, session as WebSession)
  const loaderData = getPublicPageMeta(context, page)
  return publicMeta({ loaderData, location: { pathname: PUBLIC_PAGES[page], search } }) as Record<string, unknown>[]
}

const readLinks = (meta: Record<string, unknown>[]) =>
  meta.filter(({ tagName }) => tagName === 'link').map(({ rel, hrefLang, href }) => [hrefLang ?? rel, href])

test('links to the canonical address and the languages, and ignores other search parameters', () => {
  const alternates = [
    ['en', 'https://tandem.example/about-us?hl=en'],
    ['zh', 'https://tandem.example/about-us?hl=zh'],
    ['x-default', 'https://tandem.example/about-us'],
  ]
  expect(readLinks(buildMeta('about', { search: '?utm=1' }))).toEqual([
    ['canonical', 'https://tandem.example/about-us'],
    ...alternates,
  ])
  const chinese = [['canonical', 'https://tandem.example/about-us?hl=zh'], ...alternates]
  expect(readLinks(buildMeta('about', { locale: 'zh', search: '?q=1&hl=zh' }))).toEqual(chinese)
  expect(readLinks(buildMeta('about', { search: '?hl=<script>' }))[0]?.[1]).toBe('https://tandem.example/about-us')
})

test('has an Open Graph image for each page', () => {
  const meta = buildMeta('help', { locale: 'zh' })
  const of = (name: string) => meta.find(({ property, name: called }) => (property ?? called) === name)?.content
  expect(of('og:image')).toBe('https://tandem.example/og/help.png?hl=zh')
  expect([of('og:image:width'), of('og:image:height')]).toEqual(['1200', '630'])
  expect(of('og:locale')).toBe('zh_CN')
  expect(of('twitter:card')).toBe('summary_large_image')
})

test('the home page describes the operator as structured data', () => {
  const meta = buildMeta('home')
  expect(meta[0]).toEqual({ title: 'Tandem · Monetize your influence seamlessly' })
  expect(meta.at(-1)?.['script:ld+json']).toMatchObject({ '@type': 'Organization', url: 'https://tandem.example/' })
})

test('titles and descriptions are unique', () => {
  for (const locale of LOCALES) {
    const heads = (Object.keys(PUBLIC_PAGES) as PublicPage[]).map((page) => buildMeta(page, { locale }))
    const titles = heads.map(([first]) => first?.title)
    const descriptions = heads.map(([, second]) => String(second?.content))
    expect(new Set(titles).size).toBe(heads.length)
    expect(new Set(descriptions).size).toBe(heads.length)
    expect(descriptions.filter((text) => text.length < 8 || text.length > 170)).toEqual([])
  }
})

test('has no metadata without loader data', () => {
  expect(publicMeta({ loaderData: undefined, location: { pathname: '/', search: '' } })).toEqual([])
})
