import { AxeBuilder } from '@axe-core/playwright'
import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/**
 * No rule of accessibility is broken on the page as it is now. What fades in or out is waited for: half transparent
 * text has a poor contrast for a fraction of a second in which nobody reads it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fading = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    return fading.every(({ playState }) => playState !== 'running')
  })
  // Our pages have no frames of other origins, which the slower mode is for, and only violations are looked at.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, page.url()).toEqual([])
}
