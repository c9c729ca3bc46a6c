import { expect, test } from 'vitest'
import { findAnswers, merchantPath, shopName } from './rules.ts'

const answers = [
  { question: 'How do I join?', answer: 'Open the page of a merchant. Approval takes days.' },
  { question: 'When am I paid?', answer: 'At the end of the following month, by PayPal.' },
  { question: '什么时候付款？', answer: '次月月底支付至您的银行账户。' },
]
const found = (search: string) =>
  findAnswers(answers, search).map(({ question }) => answers.findIndex((one) => one.question === question))

test.each([
  ['', [0, 1, 2]],
  ['   ', [0, 1, 2]],
  ['paid', [1]],
  ['PAYPAL month', [1]],
  ['paypal approval', []],
  ['páge', [0]],
  ['付款', [2]],
  ['ＰａｙＰａｌ', [1]],
  ['i', [1, 0]],
  ['(.*', []],
])('%j finds %j', (search, expected) => {
  expect(found(search)).toEqual(expected)
})

test('a word in the question counts more than one in the answer', () => {
  const list = [
    { question: 'Second', answer: 'a link' },
    { question: 'The link', answer: 'first' },
  ]
  expect(findAnswers(list, 'link').map(({ question }) => question)).toEqual(['The link', 'Second'])
})

test('addresses are made of id and slug, shops are called by their host', () => {
  expect(merchantPath({ publicId: 681, slug: 'gomino-affiliate-program' })).toBe(
    '/merchants/681/gomino-affiliate-program',
  )
  expect(shopName('https://www.shop.example/page')).toBe('shop.example')
  expect(shopName('http://localhost:4010/')).toBe('localhost')
})
