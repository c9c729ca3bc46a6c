import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Skips the loader between steps, because the page has all data from the start. */
export function revalidateAfterPosts({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined || formMethod === 'GET' ? false : defaultShouldRevalidate
}
