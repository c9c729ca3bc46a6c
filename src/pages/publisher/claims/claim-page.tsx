import { Anchor, Group } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/claim-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  getClaimCall,
  insistOnClaimCall,
  sendClaimEvidenceCall,
  withdrawClaimCall,
} from '#domains/figures/claims/contract/calls.ts'
import { ClaimBadge } from '#domains/figures/claims/web/claim-status.tsx'
import { ClaimClock, ClaimFacts } from '#domains/figures/claims/web/claim-facts.tsx'
import { ClaimTimeline } from '#domains/figures/claims/web/claim-timeline.tsx'

const PublisherActions = lazy(async () => ({
  default: (await import('#domains/figures/claims/web/publisher-actions.tsx')).PublisherActions,
}))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getClaimCall, { params: { claim_id: params.claimId } })
  const pageMeta = getPageMeta(context, 'claims.title', ['claims', 'hits', 'notes'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { claim: data, ...pageMeta, texts }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const ofClaim = { params: { claim_id: params.claimId } }
  const sequence = readText(form, 'sequence')
  const sent = { sequence, text: readText(form, 'text'), file_id: readText(form, 'file_id') }
  return runIntent(context, form, {
    insist: () => call(insistOnClaimCall, { ...ofClaim, body: sent }),
    evidence: () => call(sendClaimEvidenceCall, { ...ofClaim, body: sent }),
    withdraw: () => call(withdrawClaimCall, { ...ofClaim, body: { sequence } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Claim claim={loaderData.claim} answer={actionData} />
    </TextsProvider>
  )
}

interface ClaimProps {
  claim: Route.ComponentProps['loaderData']['claim']
  answer: IntentAnswer | undefined
}

function Claim({ claim, answer }: ClaimProps) {
  const t = useTexts('claims')
  const isAboutClicks = ['no_click', 'click_too_old', 'click_not_counted'].includes(claim.answer.answer)
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/claims">{t('detail.back')}</Link>}
        title={t('detail.title', { order: claim.order_id })}
        text={
          <Group component="span" gap="xs">
            <ClaimBadge claim={claim} /> {claim.advertiser_name}
          </Group>
        }
        actions={
          <Suspense>
            <PublisherActions claim={claim} answer={answer} />
          </Suspense>
        }
      />
      {answer?.ok && (
        <FormMessage tone="good">{t(`done.${answer.intent as 'insist' | 'evidence' | 'withdraw'}`)}</FormMessage>
      )}
      <ClaimClock claim={claim} reader="publisher" />
      <Panel title={t('detail.facts')}>
        <ClaimFacts claim={claim} reader="publisher" />
      </Panel>
      <Panel
        title={t('detail.timeline')}
        actions={
          isAboutClicks && (
            <Anchor component={Link} to={`/hits?begin=${claim.ordered_on}&end=${claim.ordered_on}`}>
              {t('openHits')}
            </Anchor>
          )
        }
      >
        <ClaimTimeline claim={claim} />
      </Panel>
    </>
  )
}
