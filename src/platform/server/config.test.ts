import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartError } from './start-error.ts'

describe('readConfig', () => {
  test('has a default for every variable', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      trackingPort: undefined,
      trackingOrigin: 'http://localhost:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      smtpUrl: undefined,
      demo: true,
      logLevel: 'warn',
      trustProxy: false,
      stopLeadMs: 0,
    })
    expect(config.workers).toBeGreaterThanOrEqual(1)
    expect(config.network.name).toBe('Tandem')
  })

  test('creates demo data in the database of DATABASE_URL only with DEMO=1', () => {
    const databaseUrl = 'postgres://someone@host/name'
    expect(readConfig({ DATABASE_URL: databaseUrl }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: databaseUrl, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(readConfig({}))
  })

  test.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
    ['2001:db8::1', 'http://[2001:db8::1]:3000'],
  ])('derives the public address from HOST %s', (host, url) => {
    expect(readConfig({ HOST: host }).publicUrl).toBe(url)
  })

  test('keeps only the origin of PUBLIC_URL', () => {
    expect(readConfig({ PUBLIC_URL: 'https://Network.example/' }).publicUrl).toBe('https://network.example')
  })

  test.each([
    [{ PUBLIC_URL: 'https://network.example' }, 'https://network.example'],
    [{ TRACKING_PORT: '3001' }, 'http://localhost:3001'],
    [{ TRACKING_PORT: '3001', HOST: '192.0.2.7' }, 'http://192.0.2.7:3001'],
    [{ TRACKING_PORT: '3001', PUBLIC_URL: 'https://network.example' }, 'https://network.example'],
    [{ TRACKING_URL: 'https://Go.Network.example/' }, 'https://go.network.example'],
    [{ TRACKING_URL: 'https://go.network.example:8443', TRACKING_PORT: '3001' }, 'https://go.network.example:8443'],
  ])('reads the tracking address from %j', (env, origin) => {
    expect(readConfig(env).trackingOrigin).toBe(origin)
  })

  test('refuses one port for pages and tracking', () => {
    expect(() => readConfig({ PORT: '4000', TRACKING_PORT: '4000' })).toThrow(
      new StartError('TRACKING_PORT must be another port than PORT.'),
    )
  })

  test.each(['loopback', '10.0.0.0/8, fd00::/8', '192.0.2.1', 'loopback,uniquelocal'])('trusts %s', (value) => {
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(value)
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '30.5'],
    ['PUBLIC_URL', 'network.example'],
    ['PUBLIC_URL', 'ftp://network.example'],
    ['PUBLIC_URL', 'https://network.example/path'],
    ['PUBLIC_URL', 'https://user@network.example'],
    ['TRACKING_PORT', '0'],
    ['TRACKING_PORT', 'go'],
    ['TRACKING_URL', 'go.network.example'],
    ['TRACKING_URL', 'https://go.network.example/path'],
    ['TRACKING_URL', 'https://go.network.example/?key=1'],
    ['TRACKING_URL', 'https://go.network.example?'],
    ['TRACKING_URL', 'https://go.network.example#top'],
    ['TRACKING_URL', 'https://user:hunter2@go.network.example'],
    ['DATABASE_URL', 'mysql://host/name'],
    ['SECRET_KEY', 'hunter2'],
    ['SECRET_KEY', `${'ab'.repeat(32)},hunter2`],
    ['SMTP_URL', 'host:25'],
    ['WORKERS', '0'],
    ['WORKERS', 'many'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['SUPPORT_EMAIL', 'nobody'],
    ['STOP_LEAD_MS', '-1'],
    ['STOP_LEAD_MS', '30001'],
    ['KEEP_VISITOR_DATA_MONTHS', '0'],
    ['KEEP_VISITOR_DATA_MONTHS', '121'],
    ['KEEP_MAILS_DAYS', '1.5'],
    ['KEEP_APPLICATIONS_DAYS', '3651'],
  ])('refuses %s=%s with a sentence that names it', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(StartError)
    expect(read).toThrow(new RegExp(`^${name} must be .*\\.$`))
  })

  test('names every invalid variable and no value', () => {
    const env = { PORT: 'x', DATABASE_URL: 'mysql://user:hunter2@host/name' }
    expect(() => readConfig(env)).toThrow(/^PORT must be (?!.*hunter2).*DATABASE_URL must be (?!.*hunter2)/)
  })
})
