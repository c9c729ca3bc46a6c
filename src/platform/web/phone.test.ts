import { expect, test } from 'vitest'
import { isPhone } from './phone.ts'

const KIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${KIT} Version/18.5 Mobile/15E148 Safari/604.1`
const TABLET = `Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) ${KIT} Version/15.0 Mobile/15E148 Safari/604.1`
const ANDROID = `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${KIT} Chrome/140.0.0.0 Mobile Safari/537.36`
const DESKTOP = `Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/140.0.0.0 Safari/537.36`

test.each([
  [IPHONE, true],
  [ANDROID, true],
  [TABLET, false],
  [DESKTOP, false],
  ['curl/8.5', false],
  ['', false],
  [undefined, false],
])('%s', (userAgent, expected) => {
  expect(isPhone(userAgent)).toBe(expected)
})
