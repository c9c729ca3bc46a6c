import { describe, expect, test } from 'vitest'
import { hasConsent, isForLaterVisit, isNavigation, isPrefetch, readAgent, readReferrer } from './visitor.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('a user agent is a bot', () => {
  test.each([
    [undefined, true],
    ['', true],
    ['curl/8.5.0', true],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', true],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', true],
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', true],
    ['WhatsApp/2.23.20.0', true],
    ['python-requests/2.32.3', true],
    [`${CHROME} Safari/537.36`, false],
    [`${CHROME} Safari/537.36 Edg/142.0.0.0`, false],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', false],
    [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, false],
    [`${IPHONE} Mobile/22B83 Instagram 356.0.0.41.101 (iPhone16,1; iOS 18_1; de_DE; de; scale=3.00; 1179x2556)`, false],
    [`${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/489.0.0.48.78;FBBV/657312345;FBDV/iPhone16,1;FBLC/de_DE]`, false],
    [
      'Mozilla/5.0 (Linux; Android 14; CUBOT X50 Build/UP1A) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
      false,
    ],
  ])('%s: %s', (agent, isBot) => {
    expect(readAgent(agent).isBot).toBe(isBot)
    expect(readAgent(agent).isBot).toBe(isBot)
  })
})

test.each([
  [`${CHROME} Safari/537.36`, 'desktop'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'mobile'],
  ['Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148', 'tablet'],
  ['Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/538.1 Version/8.0 TV Safari/538.1', 'tv'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', null],
  ['unheard of', null],
  [undefined, null],
])('the device of %s is %s', (agent, device) => {
  expect(readAgent(agent).device).toBe(device)
})

test.each([
  [{ 'sec-purpose': 'prefetch' }, true],
  [{ 'sec-purpose': 'prefetch;prerender' }, true],
  [{ 'sec-purpose': 'prefetch;anonymous-client-ip' }, true],
  [{ 'sec-purpose': 'preview' }, false],
  [{ purpose: 'prefetch' }, false],
  [{}, false],
])('%j fetches for a later visit: %s', (headers, expected) => {
  expect(isForLaterVisit(headers)).toBe(expected)
})

describe('a request is a prefetch', () => {
  test.each([
    [{ 'sec-purpose': 'prefetch' }, true],
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ purpose: 'prefetch' }, true],
    [{ 'x-purpose': 'preview' }, true],
    [{ 'x-moz': 'prefetch' }, true],
    [{ purpose: 'work' }, false],
    [{}, false],
  ])('%o: %s', (headers, expected) => {
    expect(isPrefetch(headers)).toBe(expected)
  })
})

describe('the browser opens the link', () => {
  test.each([undefined, 'document'])('for the destination %s', (destination) => {
    expect(isNavigation({ 'sec-fetch-dest': destination })).toBe(true)
  })

  test('for no other destination', () => {
    const frames = ['iframe', 'frame', 'fencedframe', 'object', 'embed']
    const parts = ['image', 'style', 'script', 'font', 'audio', 'video', 'track', 'worker', 'serviceworker', 'report']
    const others = [...frames, ...parts, 'empty', 'document, iframe', 'Document', '']
    expect(others.filter((destination) => isNavigation({ 'sec-fetch-dest': destination }))).toEqual([])
  })
})

describe('consent', () => {
  const none = { cons: undefined, gdpr: undefined, gdprConsent: undefined }
  const refusing = `C${'A'.repeat(40)}`
  const consenting = `C${'A'.repeat(24)}IA`
  test.each([
    ['no parameter', none, true],
    ['cons=1', { ...none, cons: '1' }, true],
    ['cons=0', { ...none, cons: '0' }, false],
    ['gdpr=0', { ...none, gdpr: '0' }, true],
    ['gdpr=1 alone', { ...none, gdpr: '1' }, false],
    ['gdpr=1 and a string that is not a TCF string', { ...none, gdpr: '1', gdprConsent: 'yes' }, false],
    ['gdpr=1 and no consent to purpose 1', { ...none, gdpr: '1', gdprConsent: refusing }, false],
    ['gdpr=1 and consent to purpose 1', { ...none, gdpr: '1', gdprConsent: consenting }, true],
    ['cons=0 beside a consent', { cons: '0', gdpr: '1', gdprConsent: consenting }, false],
    ['cons={cons}', { ...none, cons: '{cons}' }, false],
    ['gdpr=${GDPR}', { ...none, gdpr: '${GDPR}' }, false],
    ['gdpr=%%GDPR%%', { ...none, gdpr: '%%GDPR%%' }, false],
    ['gdpr_consent=[TCF]', { ...none, gdprConsent: '[TCF]' }, false],
    ['gdpr=0 and a consent string in no brackets', { ...none, gdpr: '0', gdprConsent: consenting }, true],
  ])('%s', (_, parameters, expected) => {
    expect(hasConsent(parameters)).toBe(expected)
  })

  test('is found in the TCF string of a real consent dialogue', () => {
    const all = 'COvFyGBOvFyGBAbAAAENAPCAAOAAAAAAAAAAAEEUACCKAAA'
    expect(hasConsent({ ...none, gdpr: '1', gdprConsent: all })).toBe(true)
  })
})

test.each([
  ['https://blog.example/post?email=a@b.example#c', 'https://blog.example/post'],
  ['https://user:secret@blog.example/', 'https://blog.example/'],
  ['android-app://com.example/', undefined],
  ['nonsense', undefined],
  [undefined, undefined],
])('the referrer %s is stored as %s', (referrer, kept) => {
  expect(readReferrer(referrer)).toBe(kept)
})
