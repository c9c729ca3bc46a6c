import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findDatabaseUrlFault, parseDatabaseUrl } from './database-url.ts'

describe('parseDatabaseUrl', () => {
  test('reads several hosts, the user, the database and the target', () => {
    const url = 'postgresql://ann:pass@one:5432,two:5433/shop?target_session_attrs=read-write'
    expect(parseDatabaseUrl(url)).toEqual({
      servers: [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5433 },
      ],
      target: 'read-write',
      answerMs: 2000,
      options: [],
      client: { user: 'ann', password: 'pass', database: 'shop' },
    })
  })

  test.each([
    ['postgres://host/name', [{ host: 'host' }]],
    ['postgres:///name', [{}]],
    ['postgres://[2001:db8::1]:5433,[::1]/name', [{ host: '2001:db8::1', port: 5433 }, { host: '::1' }]],
    ['postgres://%2Frun%2Fone,%2Frun%2Ftwo:5433/name', [{ host: '/run/one' }, { host: '/run/two', port: 5433 }]],
    ['postgres://localhost/name?host=%2Frun%2Fone', [{ host: '/run/one' }]],
    [
      'postgres:///name?host=one,two&port=5432,5433',
      [
        { host: 'one', port: 5432 },
        { host: 'two', port: 5433 },
      ],
    ],
    [
      'postgres://one,two/name?port=5433',
      [
        { host: 'one', port: 5433 },
        { host: 'two', port: 5433 },
      ],
    ],
  ])('reads the hosts of %s', (url, servers) => {
    expect(parseDatabaseUrl(url).servers).toEqual(servers)
  })

  test.each([
    ['postgres://ann:p%40s%2Fs@host/name', 'p@s/s'],
    ['postgres://ann:p@ss@host/name', 'p@ss'],
    ['postgres://ann:100%sure@host/name', '100%sure'],
    ['postgres://ann:a:b@host,other/name', 'a:b'],
    ['postgres://ann@host/name?password=p%26s', 'p&s'],
  ])('reads the password of %s', (url, password) => {
    expect(parseDatabaseUrl(url).client).toMatchObject({ user: 'ann', password })
  })

  test.each([
    ['postgres://one/name', 'any'],
    ['postgres://one,two/name', 'read-write'],
    ['postgres://one,two/name?target_session_attrs=any', 'any'],
    ['postgres://one,two/name?target_session_attrs=primary', 'primary'],
  ])('chooses the servers of %s: %s', (url, target) => {
    expect(parseDatabaseUrl(url).target).toBe(target)
  })

  test('reads settings as the server does: a backslash keeps a space', () => {
    const options = encodeURIComponent(String.raw`-c lock_timeout=5s  --search_path=a\ b -cwork_mem=8MB`)
    expect(parseDatabaseUrl(`postgres://host/name?options=${options}`).options).toEqual([
      '-c lock_timeout=5s',
      String.raw`-c search_path=a\ b`,
      '-c work_mem=8MB',
    ])
  })

  test('reads TLS as the driver does, and the time limit', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tandem-tls-')), 'root.crt')
    writeFileSync(file, 'a certificate')
    const { client, answerMs } = parseDatabaseUrl(
      `postgres://one,two/name?sslmode=verify-full&sslrootcert=${file}&connect_timeout=4`,
    )
    expect(client).toMatchObject({ ssl: { ca: 'a certificate' } })
    expect(answerMs).toBe(4000)
    expect(parseDatabaseUrl('postgres://one/name?sslmode=disable').client).toMatchObject({ ssl: false })
    expect(parseDatabaseUrl('postgres://one/name?ssl=no-verify').client).toMatchObject({ ssl: 'no-verify' })
    expect(parseDatabaseUrl('postgres://one/name').client).not.toHaveProperty('ssl')
  })

  test.each([
    ['mysql://ann:hunter2@host/name', /be a PostgreSQL address, like/],
    ['postgres://ann:hunter2@host/name?pgbouncer=true', /no parameters but .*; pgbouncer is unknown/],
    ['postgres://ann:hunter2@host/name?options=-c%20a=1&options=-c%20b=2', /options is there twice/],
    ['postgres://ann:hunter2@host/name?password=hunter2', /its password once/],
    ['postgres://ann:hunter2@host/name?user=bob', /its user once/],
    ['postgres://ann:hunter2@one,two/name?host=three', /list its hosts once/],
    ['postgres://ann:hunter2@one:5432,two/name?port=5433', /its ports once/],
    ['postgres://ann:hunter2@one,two/name?port=1,2,3', /one port, or one for each host/],
    ['postgres://ann:hunter2@one,,two/name', /a host before and after each comma/],
    ['postgres://ann:hunter2@one:0/name', /ports from 1 to 65535/],
    ['postgres://ann:hunter2/rest@host/name', /ports from 1 to 65535; .*%2F/],
    ['postgres://ann:hunter2?rest@host/name', /parameters|ports/],
    ['postgres://ann:hunter2#rest@host/name', /contain no #/],
    ['postgres://ann:hunter2@fe80::1/name', /an IPv6 address stands in brackets/],
    ['postgres://ann:hunter2@host/name?target_session_attrs=read-only', /read-write, primary or any/],
    ['postgres://ann:hunter2@host/name?connect_timeout=0', /connect_timeout from 1 to 60/],
    ['postgres://ann:hunter2@host/name?options=-F', /settings in its options/],
    ['postgres://ann:hunter2@host/name?options=-c', /settings in its options/],
    ['postgres://ann:hunter2@host/name?options=-c%20synchronous_commit=off', /leave synchronous_commit on/],
    ['postgres://ann:hunter2@host/name?sslmode=allow', /an sslmode that is disable, /],
    ['postgres://ann:hunter2@host/name?uselibpqcompat=true&sslmode=verify-ca', /an sslrootcert with sslmode=verify-ca/],
    ['postgres://ann:hunter2@host/name?ssl=true&sslmode=require', /TLS once/],
    ['postgres://ann:hunter2@host/name?sslrootcert=/no/such/file', /certificate or key .* cannot be read/],
  ])('refuses %s without its password', (url, sentence) => {
    const fault = findDatabaseUrlFault(url)
    expect(fault).toMatch(sentence)
    expect(fault).toMatch(/DATABASE_URL .*\.$/)
    expect(fault).not.toMatch(/hunter2|rest/)
  })
})
