import { isDocumentRequest } from './call-context.ts'

/** A value that a page shows when it is known: itself, on its way, or `null` if it could not be read. */
export type Deferred<T> = T | Promise<T> | null

/**
 * Waits for a slow value when the browser asks for a document, and leaves it on its way when the router asks for the
 * data of a page. React draws the fallback of a value on its way once more while it takes over a document, so what is
 * under the pointer would move. Returns a list of one, because a promise that is returned would be awaited.
 */
export async function deferInNavigation<T>(request: Request, value: Promise<T>): Promise<[Deferred<T>]> {
  return [isDocumentRequest(request) ? await value.catch(() => null) : value]
}
