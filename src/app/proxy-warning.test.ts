import { expect, test } from 'vitest'
import { readConfig } from '#platform/server/config.ts'
import { PROXY_WARNING, ProxyWatch, isProxyUnnamed } from './proxy-warning.ts'

test.each([
  [{}, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://192.0.2.1:3000' }, false],
  [{ PUBLIC_URL: 'http://network.example' }, true],
  [{ PUBLIC_URL: 'https://network.example' }, true],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://network.example' }, true],
  [{ PUBLIC_URL: 'https://network.example', TRUST_PROXY: 'loopback' }, false],
  [{ TRACKING_PORT: '3001' }, false],
  [{ TRACKING_URL: 'https://go.network.example' }, true],
  [{ TRACKING_URL: 'http://go.network.example' }, true],
])('tells from %j whether a proxy is unnamed: %s', (env, expected) => {
  expect(isProxyUnnamed(readConfig(env))).toBe(expected)
})

test.each([
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, {}, [PROXY_WARNING]],
  ['::ffff:10.0.0.2', { 'x-forwarded-for': '203.0.113.9' }, {}, [PROXY_WARNING]],
  ['198.51.100.7', { 'x-forwarded-for': '203.0.113.9' }, {}, []],
  ['127.0.0.1', {}, {}, []],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, { TRUST_PROXY: 'loopback' }, []],
])('after a request from %s with %j and %j it warns %j', (...row) => {
  const [remoteAddress, headers, env, warnings] = row
  const watch = new ProxyWatch(readConfig(env))
  watch.note({ headers, socket: { remoteAddress } })
  expect(watch.listWarnings()).toEqual(warnings)
})
