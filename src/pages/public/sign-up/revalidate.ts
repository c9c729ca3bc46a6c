import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** Steps follow each other without the server: what they need is there from the start. */
export function revalidateAfterPosts({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined || formMethod === 'GET' ? false : defaultShouldRevalidate
}
