import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRACKER_PATH } from '#domains/tracking/tracking/rules/tracker.ts'
import { buildTracker } from '../../scripts/build.ts'

const folder = mkdtempSync(join(tmpdir(), 'tandem-tracker-'))
let code: string

beforeAll(async () => {
  await buildTracker(folder)
  code = readFileSync(join(folder, TRACKER_PATH), 'utf8')
})

afterAll(() => rmSync(folder, { recursive: true }))

test('the tracking script is at most 2 kB compressed', () => {
  expect(brotliCompressSync(code).length).toBeLessThanOrEqual(2000)
})

test('the tracking script is a classic script that leaves no name behind', () => {
  expect(code).not.toMatch(/^\s*(import|export|var|let|const|function)\b/)
  expect(code).not.toMatch(/document\.cookie|localStorage|sessionStorage|indexedDB/)
})
