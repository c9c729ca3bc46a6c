import type { BrowserContext } from '@playwright/test'

/** Collects what the browser reports about its pages: violations of the policy, and errors such as those of React. */
export async function watchReports(context: BrowserContext): Promise<string[]> {
  const reports: string[] = []
  await context.exposeFunction('reportViolation', (text: string) => reports.push(text))
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      reportViolation(`${violatedDirective} ${blockedURI} ${sample}`),
    )
  })
  context.on('weberror', (error) => reports.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') reports.push(message.text())
  })
  return reports
}
