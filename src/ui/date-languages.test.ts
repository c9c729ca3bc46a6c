import { expect, test } from 'vitest'
import en from '#texts/en/ui.json' with { type: 'json' }
import zh from '#texts/zh/ui.json' with { type: 'json' }
import { formatCalendarDate } from './calendar-date.ts'
import { chooseDateLanguage, DATE_LANGUAGES } from './date-languages.ts'
import { dateWords, loadDateLocale } from './date-words.ts'
import { RANGE_PRESETS } from './range-presets.ts'

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
  const words = Object.values(dateWords[language])
  expect(words).toHaveLength(18)
  expect(words.every((word) => word.trim().length >= (language === 'zh' ? 1 : 2))).toBe(true)
})

test('no language but English has a word of English that it does not share with it', () => {
  for (const language of DATE_LANGUAGES.filter((one) => one !== 'en')) {
    const words = Object.entries(dateWords[language])
    const english = words.filter(([key, word]) => word === dateWords.en[key as keyof typeof dateWords.en])
    // "Minute" is a word of both.
    const shared = language === 'fr' || language === 'de' ? ['minute'] : []
    expect(
      english.map(([key]) => key),
      language,
    ).toEqual(shared)
  }
})

test('a shortcut has the same words in the picker and on its button', () => {
  for (const [language, { range }] of [
    ['en', en],
    ['zh', zh],
  ] as const) {
    for (const preset of RANGE_PRESETS) expect(dateWords[language][preset]).toBe(range[preset])
  }
})

test.each([
  ['zh', ['2026年11月1日', '2026年11月', '2026年']],
  ['en', ['November 1, 2026', 'November 2026', '2026']],
  ['pt-br', ['1 de novembro de 2026', 'novembro de 2026', '2026']],
  ['cs', ['1. listopadu 2026', 'listopad 2026', '2026']],
] as const)('%s names days and months as it writes them', (language, names) => {
  const name = (part: 'day' | 'month' | 'year') => formatCalendarDate('2026-11-01', { language, part })
  expect([name('day'), name('month'), name('year')]).toEqual(names)
})
