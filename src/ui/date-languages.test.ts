import { expect, test } from 'vitest'
import { chooseDateLanguage, DATE_LANGUAGES } from './date-languages.ts'
import { dateWords, loadDateLocale } from './date-words.ts'

test.each([
  ['en', { isChosen: false, preferred: ['de-AT', 'en'] }, 'de'],
  ['en', { isChosen: false, preferred: ['ja', 'pt-PT', 'de'] }, 'pt-br'],
  ['en', { isChosen: false, preferred: ['en-GB', 'de'] }, 'en'],
  ['en', { isChosen: false, preferred: ['ja'] }, 'en'],
  ['en', { isChosen: true, preferred: ['de'] }, 'en'],
  ['zh', { isChosen: false, preferred: ['de'] }, 'zh'],
] as const)('page %s and reader %j: %s', (page, reader, expected) => {
  expect(chooseDateLanguage(page, reader)).toBe(expected)
})

test.each([...DATE_LANGUAGES])('%s has the names of months and every word', async (language) => {
  const locale = await loadDateLocale(language)
  const { default: dayjs } = await import('dayjs')
  const month = dayjs('2026-05-01').locale(locale).format('MMMM').toLowerCase()
  expect(month).toBe(
    { zh: '五月', en: 'may', ro: 'mai', fr: 'mai', es: 'mayo', 'pt-br': 'maio', ru: 'май', de: 'mai' }[
      language as string
    ] ?? { it: 'maggio', cs: 'květen', sl: 'maj' }[language as string],
  )
  if (language === 'en' || language === 'zh') return
  const words = Object.values(dateWords[language])
  expect(words).toHaveLength(14)
  expect(words.every((word) => word.trim().length > 1)).toBe(true)
})
