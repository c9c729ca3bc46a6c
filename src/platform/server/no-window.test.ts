import { expect, test } from 'vitest'

test('the server knows no window, nor do its types', () => {
  // @ts-expect-error A package whose types bring the browser's into those of the server fails the check of the types.
  expect(() => window).toThrow(ReferenceError)
})
