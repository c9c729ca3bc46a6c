import type { Route } from './+types/stop-digest-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { endDigestCall, findDigestCall } from '#domains/people/notices/contract.ts'
import { readStopForm } from './read-stop-form.ts'
import { EndedCard, StopCard, TOKEN_META } from './stop-card.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const body = { token: params.token.slice(0, 100) }
  const { digest } = await context.get(callContext)(findDigestCall, { body })
  const csrfToken = context.get(sessionContext).csrfToken()
  return {
    digest,
    csrfToken,
    ...getPageMeta(context, digest === null ? 'notices.stop.doneTitle' : 'notices.stop.title', ['notices']),
  }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  await readStopForm(request, context)
  await context.get(callContext)(endDigestCall, { body: { token: params.token.slice(0, 100) } })
}

export const meta: Route.MetaFunction = (args) => [...titleMeta(args), ...TOKEN_META]

/** Ends the digests about a brand by the link of one of them, without a login. */
export default function StopDigestPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Stop digest={loaderData.digest} />
    </TextsProvider>
  )
}

function Stop({ digest: found }: Pick<Route.ComponentProps['loaderData'], 'digest'>) {
  const t = useTexts('notices')
  if (found === null) return <EndedCard title={t('stop.doneTitle')} text={t('stop.doneText')} button={t('stop.home')} />
  const { digest, advertiser } = found
  return <StopCard title={t('stop.title')} text={t(`stop.${digest}`, { advertiser })} button={t('stop.submit')} />
}
