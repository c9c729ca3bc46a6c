import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { COUNTRY_CODES } from '#kernel/lists/countries.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { steps } from '#test/support/applicants.ts'
import * as calls from './contract/calls.ts'
import * as forms from './contract/forms.ts'
import { codeFieldError, validateForm } from './rules/form-validation.ts'
import type { FieldError } from './rules/form-validation.ts'
import { EMAIL } from './rules/patterns.ts'
import { decodeOptionIndexes } from './rules/decode-option-indexes.ts'

const email = 'ada@example.com'

describe('passwords', () => {
  test.each([
    ['1234567', { password1: 'signup.9' }],
    ['12345678', {}],
    ['123456789012345', {}],
    ['1234567890123456', { password1: 'signup.9' }],
    [' 123456 ', {}],
  ])('%j, typed twice, gets %j', (password, errors) => {
    expect(validateForm(forms.START_FORM, { email, password1: password, password2: password })).toEqual(errors)
  })

  test('are compared before their length is checked', () => {
    expect(validateForm(forms.START_FORM, { email, password1: 'short', password2: 'other' })).toEqual({
      password2: 'signup.8',
    })
  })
})

test('shows the sentences of the specification', () => {
  const say = (name: string, code: FieldError) => errorText('en', codeFieldError(name, code))
  expect(say('email', 'required')).toBe('This field is required.')
  expect(say('email', 'email')).toBe('Valid email address is required')
  expect(say('zip_code', 'signup.26')).toBe('Please fill in: Postal code.')
  expect(errorText('zh', codeFieldError('zip_code', 'signup.26'))).toBe('请填写：邮政编码。')
})

test('accepts the same e-mail addresses as accounts', () => {
  expect(EMAIL.source).toBe(z.regexes.email.source.replaceAll(String.raw`\-`, '-'))
})

test('stores countries as codes and options in words', () => {
  const words = decodeOptionIndexes({
    country: String(COUNTRY_CODES.indexOf('US') + 1),
    audience_countries: ['1', '250'],
    content_categories: ['8', '24'],
    x: '1',
  })
  expect(words).toEqual({
    country: 'US',
    audience_countries: ['AD', 'ZW'],
    content_categories: ['Blogs', 'Mobile app: Blogs'],
    x: '1',
  })
})

test('drops empty and repeated entries of a list', () => {
  const parsed = calls.finishSignUpCall.body.parse({ ...steps.questions, profit_models: ['', '2', '2'] })
  expect(parsed.profit_models).toEqual(['2'])
})
