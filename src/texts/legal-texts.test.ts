import { describe, expect, test } from 'vitest'
import { readLegalText } from './legal-texts.ts'
import type { Locale } from './texts.ts'

const periods = {
  visitorDataMonths: 3,
  postbackParametersMonths: 13,
  mailDays: 30,
  applicationDays: 180,
  subAccountDays: 90,
}
const facts = { name: 'Salt & Co', supportEmail: 'help@salt.example', periods }
const date = '2024-06-19'

const read = (document: string, locale: Locale) => readLegalText({ document, date, locale }, facts)

/** Returns the words of a text without its markup. */
function wordsOf(document: string, locale: Locale): string {
  const { title, intro, sections } = read(document, locale)
  const html = [title, intro, ...sections.flatMap((section) => [section.title, section.html])].join('\n')
  return html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
}

/** The constants of specification 2, section 9: the section that contains each, and its wording in each language. */
const CONSTANTS: [name: string, documents: string[], english: RegExp, chinese: RegExp][] = [
  ['13 as the lowest age', ['terms', 'conditions'], /under 13 /, /未满 13 岁/],
  ['18 as the age of account holders', ['terms', 'conditions'], /at least 18/, /年满 18 岁/],
  ['18 as the lowest age', ['privacy'], /at least 18 to open an account/, /年满 18 岁才能开设账户/],
  [
    'no regulated health or financial data',
    ['terms'],
    /regulated health data or regulated financial/,
    /健康数据或受监管的金融数据/,
  ],
  ['no such data in a notice', ['privacy'], /regulated health or financial data/, /受监管的健康或金融数据/],
  [
    'negotiation first',
    ['terms', 'conditions'],
    /informal negotiation.*at least 30 days/,
    /(?=.*非正式协商)(?=.*至少(持续)? 30 天)/,
  ],
  ['arbitration then', ['terms', 'conditions'], /binding arbitration/, /有约束力的仲裁/],
  ['the minimum payout', ['terms', 'conditions'], /minimum payout is \$100\.00/, /最低付款金额为 \$100\.00/],
  ['the day of payment', ['terms', 'conditions'], /at the end of the following month/, /次月月底/],
  ['the ways of payment', ['terms', 'conditions'], /bank account.*PayPal account/, /银行账户.*PayPal 账户/],
  [
    'the fee after termination',
    ['terms', 'conditions'],
    /terminat.*less a fee of \$5\.00/,
    /终止.*扣除 \$5\.00 的费用/,
  ],
  ['what is retained', ['terms', 'conditions'], /under \$5 (is|it is) retained/, /不足 \$5 的.*保留/],
  ['when claims lapse', ['terms', 'conditions'], /lapse after 3 years of inactivity/, /3 年不活跃的.*请求权失效/],
  [
    'how changes are accepted',
    ['terms', 'conditions', 'privacy'],
    /accepted if you do not object within one month/,
    /一个月内没有提出异议，即视为接受变更/,
  ],
  ['social logins', ['privacy'], /Third-party social logins\. Where we offer/, /第三方社交登录。\s*如果我们提供/],
  [
    'social logins in the terms',
    ['terms'],
    /Where we offer signing in with the account of a third party, such as a social network/,
    /如果我们提供使用第三方账户（例如社交网络账户）登录/,
  ],
  [
    'the mark of a known browser',
    ['privacy'],
    /browser in which you logged in.* 1 year after/,
    /登录过的浏览器.*后 1 年/,
  ],
  ['the login that waits', ['privacy'], /waits for its code 5 minutes/, /等待验证码的登录 5 分钟/],
  ['the sign-up that was begun', ['privacy'], /sign-up that you have begun 7 days/, /已开始的注册 7 天/],
  ['the access to the mailbox', ['privacy'], /the mailbox.* 7 days/, /邮箱页面.* 7 天/],
  ['the view of lists', ['privacy'], /after you agree:.*sort order and page size/, /同意后设置：.*列表排序和每页条数/],
  ['the support address', ['terms', 'conditions', 'privacy'], /help@salt\.example/, /help@salt\.example/],
]

const constants = CONSTANTS.map(([name, documents, english, chinese]) => ({ name, documents, english, chinese }))

describe.each(constants)('$name', ({ documents, english, chinese }) => {
  test.each(documents)('stands in %s in both languages', (document) => {
    expect(wordsOf(document, 'en')).toMatch(english)
    expect(wordsOf(document, 'zh')).toMatch(chinese)
  })
})

describe.each(['terms', 'privacy', 'conditions'])('%s', (document) => {
  test('has the same sections in both languages', () => {
    const [english, chinese] = [read(document, 'en').sections, read(document, 'zh').sections]
    const numbersOf = (sections: typeof english) => sections.map(({ title }) => title.split('.')[0])
    expect(english.length).toBeGreaterThan(8)
    expect(numbersOf(chinese)).toEqual(numbersOf(english))
    expect(numbersOf(english)).toEqual(english.map((_section, index) => String(index + 1)))
    expect(english.map(({ id }) => id)).toContain('section-3')
  })

  test.each(['en', 'zh'] as const)('speaks for the configured network in %s', (locale) => {
    const { intro, sections } = read(document, locale)
    const html = intro + sections.map((section) => section.html).join('')
    expect(intro).toContain('Salt &amp; Co')
    expect(html).toContain('<a href="mailto:help@salt.example">help@salt.example</a>')
    expect(html).not.toMatch(/[{}]|Tandem|##/)
  })

  test('has a complete Chinese text', () => {
    const hanOf = (locale: Locale) => wordsOf(document, locale).match(/\p{Script=Han}/gu)?.length ?? 0
    const words = wordsOf(document, 'en').split(' ').length
    expect(hanOf('en')).toBe(0)
    expect(hanOf('zh')).toBeGreaterThan(words * 1.2)
  })
})
