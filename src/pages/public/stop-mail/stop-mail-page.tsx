import type { Route } from './+types/stop-mail-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { endMailedViewCall, findMailedViewCall } from '#domains/desk/saved-views/contract.ts'
import { readStopForm } from './read-stop-form.ts'
import { EndedCard, StopCard, TOKEN_META } from './stop-card.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const body = { token: params.token.slice(0, 100) }
  const { name } = await context.get(callContext)(findMailedViewCall, { body })
  const csrfToken = context.get(sessionContext).csrfToken()
  return {
    name,
    csrfToken,
    ...getPageMeta(context, name === null ? 'saved-views.stop.doneTitle' : 'saved-views.stop.title', ['saved-views']),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await readStopForm(request, context)
  await context.get(callContext)(endMailedViewCall, { body: { token: params.token.slice(0, 100) } })
}

export const meta: Route.MetaFunction = (args) => [...titleMeta(args), ...TOKEN_META]

/** Ends the mails of a view by the link of one of them, without a login. */
export default function StopMailPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Stop name={loaderData.name} />
    </TextsProvider>
  )
}

function Stop({ name }: { name: string | null }) {
  const t = useTexts('saved-views')
  if (name === null) return <EndedCard title={t('stop.doneTitle')} text={t('stop.doneText')} button={t('stop.home')} />
  return <StopCard title={t('stop.title')} text={t('stop.text', { name })} button={t('stop.submit')} />
}
