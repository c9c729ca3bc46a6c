import { describe, expect, test } from 'vitest'
import { pageHeaders, trustNonce } from './page-headers.ts'

describe('pageHeaders', () => {
  test('scripts and styles need the nonce, and framing is forbidden', () => {
    const policy = pageHeaders(trustNonce('abc'))['Content-Security-Policy'] ?? ''
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule] as const))
    expect(rules.get('script-src')).toBe("script-src 'self' 'nonce-abc'")
    expect(rules.get('style-src')).not.toContain('unsafe')
    expect(rules.get('frame-ancestors')).toBe("frame-ancestors 'none'")
    expect(rules.get('object-src')).toBe("object-src 'none'")
  })

  test('shared caches may not store a page', () => {
    expect(pageHeaders(undefined)).toMatchObject({
      'Cache-Control': 'private, no-cache',
      'X-Content-Type-Options': 'nosniff',
    })
  })
})
