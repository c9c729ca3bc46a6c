import type { PageHandle } from '#platform/web/page-handle.ts'
import { publicMeta } from '#platform/web/public-meta.ts'
import type { Route } from './+types/conditions-page'
import { LegalText, loadLegalText } from './legal-text.tsx'

export const handle: PageHandle = { hasScript: false }

export const loader = ({ context }: Route.LoaderArgs) => loadLegalText(context, 'conditions')

export const meta: Route.MetaFunction = publicMeta

export default function ConditionsPage({ loaderData }: Route.ComponentProps) {
  return <LegalText data={loaderData} />
}
