import type { Route } from './+types/account-page'
import { readForm } from '#platform/web/form.ts'
import { runIntent } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { useSession } from '#platform/web/session.tsx'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SecurityPanels } from './security-panels.tsx'
import { loadSecurity, securityActions } from './security.server-actions.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return {
    security: await loadSecurity(context),
    ...getPageMeta(context, 'security.title', ['security', 'privacy', 'legal-changes']),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  return runIntent(context, form, securityActions({ context, request }, form))
}

export const meta: Route.MetaFunction = titleMeta

/** The account page of advertisers and operators. Publishers have their own under the same address. */
export default function AccountPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Account />
      <SecurityPanels security={loaderData.security} answer={actionData} />
    </TextsProvider>
  )
}

function Account() {
  const t = useTexts('security')
  const { actor } = useSession()
  return <PageHeader title={t('title')} text={t('text', { email: actor?.email ?? '' })} />
}
