import { Link } from 'react-router'
import type { Route } from './+types/stop-mail-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { AuthCard } from '#domains/accounts/web/auth-card.tsx'
import { endMailedViewCall, findMailedViewCall } from '#domains/views/contract.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const body = { token: params.token.slice(0, 100) }
  const { name } = await context.get(callContext)(findMailedViewCall, { body })
  const csrfToken = context.get(sessionContext).csrfToken()
  return {
    name,
    csrfToken,
    ...getPageMeta(context, name === null ? 'views.stop.doneTitle' : 'views.stop.title', ['views']),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await readForm(request, context)
  await context.get(callContext)(endMailedViewCall, { body: { token: params.token.slice(0, 100) } })
}

// The address contains the token of the mail, so no referrer is sent to pages opened from here.
export const meta: Route.MetaFunction = (args) => [
  ...titleMeta(args),
  { name: 'referrer', content: 'no-referrer' },
  { name: 'robots', content: 'noindex' },
]

/** Ends the mails of a view by the link of one of them, without a login. */
export default function StopMailPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      {loaderData.name === null ? <Ended /> : <Stop name={loaderData.name} />}
    </TextsProvider>
  )
}

function Stop({ name }: { name: string }) {
  const t = useTexts('views')
  return (
    <AuthCard title={t('stop.title')} text={t('stop.text', { name })}>
      <ActionForm result={undefined}>
        <SubmitButton fullWidth size="md">
          {t('stop.submit')}
        </SubmitButton>
      </ActionForm>
    </AuthCard>
  )
}

function Ended() {
  const t = useTexts('views')
  return <AuthCard title={t('stop.doneTitle')} text={t('stop.doneText')} links={<Link to="/">{t('stop.home')}</Link>} />
}
