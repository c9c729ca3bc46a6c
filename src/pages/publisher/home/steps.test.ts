import { expect, test } from 'vitest'
import { listSteps } from './steps.ts'
import type { StepFacts } from './steps.ts'

const done = {
  site_count: 1,
  joined_count: 0,
  has_script: false,
  has_links: false,
  has_clicks: false,
  has_transactions: false,
}
const unmet = (name: StepFacts['conditions'][number]['name']) => ({ name, is_met: false })
const website = { url: 'https://notes.example', is_active: true }
const channel = { url: 'https://www.instagram.com/mina', is_active: true }
const facts: StepFacts = { done, sites: [channel], missingFields: 0, conditions: [unmet('details')] }
const listNames = (change: Partial<StepFacts> = {}) => listSteps({ ...facts, ...change }).map(({ step }) => step)
const isDone = (step: string, change: Partial<StepFacts>) =>
  listSteps({ ...facts, ...change }).find((each) => each.step === step)?.isDone

test('a channel on a platform has no script to install', () => {
  expect(listNames()).toEqual(['site', 'profile', 'join', 'link', 'payout', 'click', 'transaction'])
  expect(listNames({ sites: [{ ...website, is_active: false }, channel] })).not.toContain('script')
})

test('a web site has the script among its steps, beside a channel too', () => {
  expect(listNames({ sites: [channel, website] })).toContain('script')
})

test('payment details are a step until they are given', () => {
  expect(isDone('payout', {})).toBe(false)
  expect(isDone('payout', { conditions: [{ name: 'details', is_met: true }] })).toBe(true)
})

test.each([
  ['missing', unmet('tax_form'), false],
  ['submitted', unmet('tax_form_verified'), true],
  ['expired', unmet('tax_form_valid'), false],
  ['verified', { name: 'tax_form_verified' as const, is_met: true }, true],
])('a tax form is a step where one is asked for: %s', (_state, condition, expected) => {
  expect(isDone('tax', { conditions: [unmet('details'), condition] })).toBe(expected)
})

test('the profile is a step while fields are missing', () => {
  expect(isDone('profile', { missingFields: 9 })).toBe(false)
  expect(isDone('profile', {})).toBe(true)
})
