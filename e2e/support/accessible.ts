import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/**
 * Expects that the page, as it is now, breaks no rule of axe. First waits for running animations, because half
 * transparent text has a poor contrast for a moment.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fading = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return fading.every(({ playState }) => playState !== 'running')
  })
  // The faster legacy mode skips frames of other origins, and our pages have none.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, page.url()).toEqual([])
}
