import type { PageHandle } from '#platform/web/page-handle.ts'
import { publicMeta } from '#platform/web/public-meta.ts'
import type { Route } from './+types/privacy-page'
import { LegalText, loadLegalText } from './legal-text.tsx'

export const handle: PageHandle = { hasScript: false }

export const loader = ({ context }: Route.LoaderArgs) => loadLegalText(context, 'privacy')

export const meta: Route.MetaFunction = publicMeta

export default function PrivacyPage({ loaderData }: Route.ComponentProps) {
  return <LegalText data={loaderData} />
}
