import { test as base } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

/**
 * Playwright's `test` for specs that may use cached scripts and fonts. The tests of a worker share a browser context,
 * whose cookies and storage are cleared after each test. A test without scripts gets a new context.
 */
export const test = base.extend<object, { sharedContext: BrowserContext }>({
  sharedContext: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext(project.use)
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, javaScriptEnabled, sharedContext }, use) => {
    const context = javaScriptEnabled ? sharedContext : await browser.newContext()
    await use(context)
    if (context !== sharedContext) return context.close()
    for (const page of context.pages()) await page.close()
    await context.setStorageState({ cookies: [], origins: [] })
  },
})
