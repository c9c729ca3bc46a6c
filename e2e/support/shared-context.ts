import { test as base, expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

/**
 * Playwright's `test` for specs that may use cached scripts and fonts. The tests of a worker share a browser context,
 * whose cookies and storage are cleared after each test. A test without scripts gets a new context. A test fails when a
 * script throws on one of its pages, which includes HTML of the server that React cannot take over.
 */
export const test = base.extend<object, { sharedContext: BrowserContext }>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ ...project.use, ...project.use.contextOptions })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, javaScriptEnabled, sharedContext }, use) => {
    const context = javaScriptEnabled ? sharedContext : await browser.newContext()
    const errors = watchScripts(context)
    await use(context)
    context.removeAllListeners('weberror')
    if (context === sharedContext) {
      for (const page of context.pages()) await page.close()
      await context.setStorageState({ cookies: [], origins: [] })
    } else {
      await context.close()
    }
    expect(errors).toEqual([])
  },
})

/** Collects what scripts throw on the pages of a context. */
export function watchScripts(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(`${error.page()?.url()}: ${error.error().message}`))
  return errors
}
