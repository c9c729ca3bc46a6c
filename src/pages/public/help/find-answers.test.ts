import { expect, test } from 'vitest'
import { findAnswers } from './find-answers.ts'

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
])('a search for %j finds %j', (search, expected) => {
  expect(found(search)).toEqual(expected)
})

test('ranks a word in the question above one in the answer', () => {
  const list = [
    { question: 'Second', answer: 'a link' },
    { question: 'The link', answer: 'first' },
  ]
  expect(findAnswers(list, 'link').map(({ question }) => question)).toEqual(['The link', 'Second'])
})
