import { expect, test } from 'vitest'
import { addAdvertiser, findAdvertiserRedirect } from './advertiser-link.ts'

test.each([
  ['/brand/claims/7?brand=3', 3n, '/brand/claims/7'],
  ['/brand/claims?brand=3&page=2', 3n, '/brand/claims?page=2'],
  ['/brand/claims?page=2&brand=4', 3n, '/brand/brands?for=4&to=%2Fbrand%2Fclaims%3Fpage%3D2'],
  ['/brand?brand=x', 3n, '/brand/brands?for=x&to=%2Fbrand'],
  ['/brand/brands?brand=4', 3n, '/brand/brands'],
  ['/brand/claims/7.data?brand=3&_routes=a', 3n, '/brand/claims/7'],
  ['/brand/claims', 3n, undefined],
  ['/brands?brand=4', 3n, undefined],
  // A publisher or an operator acts for no advertiser.
  ['/brand/claims?brand=4', undefined, undefined],
])('the link %s of a reader who acts for %s leads to %s', (link, actingFor, expected) => {
  expect(findAdvertiserRedirect(`https://t.example${link}`, actingFor)).toBe(expected)
})

test.each([
  ['/api/v1/brand/report/download', 3n, '/api/v1/brand/report/download?brand=3'],
  ['/api/v1/brand/report/download?bom=1', 3n, '/api/v1/brand/report/download?bom=1&brand=3'],
  ['/api/v1/transaction/download', undefined, '/api/v1/transaction/download'],
])('the address %s of a page of %s becomes %s', (path, advertiserId, expected) => {
  expect(addAdvertiser(path, advertiserId)).toBe(expected)
})
