import type { Page } from '@playwright/test'

/**
 * Waits until the scripts of a page have taken it over, so that it knows its keys and fields. React marks the elements
 * that it takes over, and registers listeners before the browser is idle.
 */
export async function waitForScripts(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__react')),
  )
  await waitUntilIdle(page)
}

/** Waits until the scripts of a page have nothing left to do. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())))
}
