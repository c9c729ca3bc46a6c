import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '#platform/web/call-context.ts'
import { readForm, readFormData } from '#platform/web/form.ts'

/**
 * Reads the form of a page that ends mails. A mail program sends its own (RFC 8058), of which the token in the address
 * is the only proof; every other form needs the token of the visitor.
 */
export async function readStopForm(request: Request, context: Readonly<RouterContextProvider>): Promise<void> {
  const form = await readFormData(request.clone(), context.get(sessionContext))
  if (form.get('List-Unsubscribe') !== 'One-Click') await readForm(request, context)
}
