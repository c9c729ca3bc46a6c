import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/**
 * Expects that the page, once it has come to rest, breaks no rule of axe. Waits for running animations, because half
 * transparent text has a poor contrast for a moment. Axe takes a while and may look at one element before a script has
 * taken over the page and at another after it, so what it finds counts when it finds the same again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  let found = await findViolations(page)
  for (let before: readonly string[] = []; String(found) !== String(before);) {
    before = found
    found = await findViolations(page)
  }
  expect(found, page.url()).toEqual([])
}

async function findViolations(page: Page): Promise<readonly string[]> {
  await page.waitForFunction(() => {
    const fading = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return fading.every(({ playState }) => playState !== 'running')
  })
  // The faster legacy mode skips frames of other origins, and our pages have none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
