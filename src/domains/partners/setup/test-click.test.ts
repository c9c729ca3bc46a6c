import { expect, test } from 'vitest'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { testContext } from '#test/support/context.ts'
import { openTestDatabase } from '#test/support/database.ts'
import { makeProgram } from '#test/support/network-fixtures.ts'
import { issueTestClick } from './queries/test-click.ts'

const database = await openTestDatabase()

test('a test click leads to the website, or to a proved host where the website is on none', async () => {
  const ctx = testContext(database.db)
  const { advertiserId } = await makeProgram(ctx)
  const land = async () => {
    const { landingUrl } = await issueTestClick(ctx, { advertiserId, mintTestClick: () => 'test' })
    return new URL(landingUrl).host
  }
  expect(await land()).toBe('shop.example.com')
  await declareDomain(ctx, { advertiserId, host: 'proved.test' })
  expect(await land()).toBe('proved.test')
  await declareDomain(ctx, { advertiserId, host: 'www.shop.example.com' })
  expect(await land()).toBe('shop.example.com')
})
