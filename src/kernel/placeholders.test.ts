import { expect, test } from 'vitest'
import { isMacro, isPlaceholder } from './placeholders.ts'

test.each([
  '[ORDER_ID]',
  '[[order]]',
  '%%ORDERID%%',
  '%order%',
  '{order_id}',
  '{{ order.id }}',
  '${ORDER}',
  '#{order.id}',
  '<order_id>',
  '<%= order.id %>',
  '{% order %}',
  '__ORDER_ID__',
  '##ORDER##',
  '@order@',
  '$order_id',
  'SHOP-{order_id}',
  ' {cons} ',
])('%s is a macro', (text) => {
  expect(isMacro(text)).toBe(true)
  expect(isPlaceholder(text)).toBe(true)
})

test.each(['null', 'NULL', 'undefined', 'NaN', 'None', 'n/a', '(not set)', '[object Object]', '#N/A', ' nil '])(
  '%s is printed for nothing',
  (text) => {
    expect(isPlaceholder(text)).toBe(true)
  },
)

test.each([
  '',
  'A-1',
  '#1001',
  '$100',
  '100%',
  '[A-1001]',
  '{3F2504E0-4F89-11D3-9A0C-0305E82C3301}',
  '{"sku":"A"}',
  'nullify',
  'unknown',
  '_a_',
  'order_id',
  '<3',
  'a{}b',
  '0',
  '$SAVE',
  '__aBcdefGhijklmnopqrstuvwxyzabcdefghi__',
])('%s is a value', (text) => {
  expect(isPlaceholder(text)).toBe(false)
})

test('a text of more than 200 characters is a value', () => {
  expect(isPlaceholder(`{${'a'.repeat(198)}}`)).toBe(true)
  expect(isPlaceholder(`{${'a'.repeat(199)}}`)).toBe(false)
})
