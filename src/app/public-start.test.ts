import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { checkPublicStart } from './public-start.ts'

const identity = {
  BRAND_NAME: 'Gardens',
  SUPPORT_EMAIL: 'help@gardens.example',
  ADDRESS_US: '1 Lane, Town',
  ADDRESS_HK: '2 Road, City',
  LEGAL_IDENTITY: 'Gardens Ltd',
}
const local = { HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }

test.each([
  [{}, []],
  [{ ...local, DEMO: '1' }, []],
  [{ HOST: '::1' }, []],
  [{ HOST: '0.0.0.0', DEMO: '0', ...identity }, []],
  [{ PUBLIC_URL: 'https://gardens.example', DEMO: '0', ...identity }, []],
  [{ HOST: '0.0.0.0' }, ['--allow-demo']],
])('starts with %j and the arguments %j', (env, args) => {
  expect(() => checkPublicStart(readConfig(env), args)).not.toThrow()
})

test.each([
  [
    { HOST: '0.0.0.0' },
    'HOST is 0.0.0.0, so strangers can reach this network. Set DEMO=0, BRAND_NAME, SUPPORT_EMAIL, ADDRESS_US, ' +
      'ADDRESS_HK, and LEGAL_IDENTITY, or start with --allow-demo.',
  ],
  [{ HOST: '192.0.2.1', ...identity }, 'Set DEMO=0, or start'],
  [{ PUBLIC_URL: 'https://gardens.example', DEMO: '0', ...identity, LEGAL_IDENTITY: '' }, 'Set LEGAL_IDENTITY, or'],
  [{ PUBLIC_URL: 'https://gardens.example', ...identity }, 'PUBLIC_URL is https://gardens.example, so strangers'],
  [{ TRACKING_URL: 'https://go.gardens.example' }, 'TRACKING_URL is https://go.gardens.example, so strangers'],
])('refuses %j', (env, message) => {
  expect(() => checkPublicStart(readConfig(env), [])).toThrow(message)
})
