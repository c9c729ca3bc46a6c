import { Group, Stack } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/claim-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { NoteForm } from '#ui/notes.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { getNetworkClaimCall, noteNetworkClaimCall } from '#domains/figures/claims/contract/operator.ts'
import { ClaimBadge } from '#domains/figures/claims/web/claim-status.tsx'
import { ClaimClock, ClaimFacts } from '#domains/figures/claims/web/claim-facts.tsx'
import { ClaimTimeline } from '#domains/figures/claims/web/claim-timeline.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getNetworkClaimCall, { params: { claim_id: params.claimId } })
  const pageMeta = getPageMeta(context, 'claims.operator.title', ['claims', 'hits', 'notes'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { claim: data, ...pageMeta, texts }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const form = await readForm(request, context)
  const ofClaim = { params: { claim_id: params.claimId } }
  return runIntent(context, form, {
    [NOTE_INTENT]: () =>
      context.get(callContext)(noteNetworkClaimCall, { ...ofClaim, body: { text: readText(form, 'text') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function NetworkClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <NetworkClaim claim={loaderData.claim} answer={actionData} />
    </TextsProvider>
  )
}

interface NetworkClaimProps extends Pick<Route.ComponentProps['loaderData'], 'claim'> {
  answer: IntentAnswer | undefined
}

function NetworkClaim({ claim, answer }: NetworkClaimProps) {
  const t = useTexts('claims')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/operator/claims">{t('detail.back')}</Link>}
        title={t('detail.title', { order: claim.order_id })}
        text={
          <Group component="span" gap="xs">
            <ClaimBadge claim={claim} /> {claim.advertiser_name}
          </Group>
        }
      />
      <ClaimClock claim={claim} reader="operator" />
      <Panel title={t('detail.facts')}>
        <ClaimFacts claim={claim} reader="operator" />
      </Panel>
      <Panel title={t('detail.timeline')}>
        <Stack gap="lg">
          <NoteForm count={claim.notes.length} result={answerTo(answer, NOTE_INTENT)} />
          <ClaimTimeline claim={claim} />
        </Stack>
      </Panel>
    </>
  )
}
