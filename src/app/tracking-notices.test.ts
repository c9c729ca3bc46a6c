import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { listTrackingNotices } from './tracking-notices.ts'

const PUBLIC_URL = 'https://network.example'

test.each([
  [{}, []],
  [{ TRACKING_PORT: '3001' }, []],
  [{ PUBLIC_URL, TRACKING_PORT: '3001', TRACKING_URL: 'https://go.network.example' }, []],
  [{ PUBLIC_URL, TRACKING_PORT: '3001' }, ['TRACKING_PORT is set and TRACKING_URL is not']],
  [{ PUBLIC_URL, TRACKING_URL: 'https://go.network.example' }, ['TRACKING_URL is set and TRACKING_PORT is not']],
  [{ PUBLIC_URL, TRACKING_PORT: '3001', TRACKING_URL: PUBLIC_URL }, ['TRACKING_URL has the host of PUBLIC_URL']],
  [{ PUBLIC_URL, TRACKING_PORT: '3001', TRACKING_URL: `${PUBLIC_URL}:8443` }, ['TRACKING_URL has the host of']],
  [{ PUBLIC_URL, TRACKING_PORT: '3001', TRACKING_URL: 'http://go.network.example' }, ['TRACKING_URL begins with http']],
  [
    { PUBLIC_URL, TRACKING_PORT: '8080', TRACKING_URL: 'http://network.example:8080' },
    ['TRACKING_URL begins with http and has the host of', 'TRACKING_URL begins with http and PUBLIC_URL with https'],
  ],
])('says of %j what may be unexpected: %j', (env, expected) => {
  const notices = listTrackingNotices(readConfig(env))
  expect(notices).toEqual(expected.map((beginning) => expect.stringContaining(beginning)))
})
