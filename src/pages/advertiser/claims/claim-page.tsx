import { Group, Stack } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { Route } from './+types/claim-page'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { NoteForm } from '#ui/notes.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import {
  acceptClaimCall,
  askForEvidenceCall,
  getAdvertiserClaimCall,
  noteAdvertiserClaimCall,
  refuseClaimCall,
} from '#domains/figures/claims/contract/calls.ts'
import type { RefusalReason } from '#domains/figures/claims/rules.ts'
import { ClaimBadge } from '#domains/figures/claims/web/claim-status.tsx'
import { ClaimClock, ClaimFacts } from '#domains/figures/claims/web/claim-facts.tsx'
import { ClaimTimeline } from '#domains/figures/claims/web/claim-timeline.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

const AdvertiserActions = lazy(async () => ({
  default: (await import('#domains/figures/claims/web/advertiser-actions.tsx')).AdvertiserActions,
}))

export async function loader({ context, params }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getAdvertiserClaimCall, { params: { claim_id: params.claimId } })
  const pageMeta = getPageMeta(context, 'claims.brandTitle', ['claims', 'hits', 'notes'])
  const texts = { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) }
  return { claim: data, ...pageMeta, texts }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const ofClaim = { params: { claim_id: params.claimId } }
  const seen = { sequence: readText(form, 'sequence'), note: readText(form, 'note') }
  return runIntent(context, form, {
    accept: () => call(acceptClaimCall, { ...ofClaim, body: { ...seen, amount: readText(form, 'amount') } }),
    refuse: () =>
      call(refuseClaimCall, { ...ofClaim, body: { ...seen, reason: readText(form, 'reason') as RefusalReason } }),
    ask: () => call(askForEvidenceCall, { ...ofClaim, body: seen }),
    [NOTE_INTENT]: () => call(noteAdvertiserClaimCall, { ...ofClaim, body: { text: readText(form, 'text') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function AdvertiserClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <AdvertiserClaim claim={loaderData.claim} answer={actionData} />
    </TextsProvider>
  )
}

interface AdvertiserClaimProps {
  claim: Route.ComponentProps['loaderData']['claim']
  answer: IntentAnswer | undefined
}

function AdvertiserClaim({ claim, answer }: AdvertiserClaimProps) {
  const t = useTexts('claims')
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/claims">{t('detail.back')}</Link>}
        title={t('detail.title', { order: claim.order_id })}
        text={
          <Group component="span" gap="xs">
            <ClaimBadge claim={claim} /> {claim.publisher_name}
          </Group>
        }
        actions={
          <Suspense>
            <TeamGate act="decide" isBar>
              <AdvertiserActions claim={claim} answer={answer} />
            </TeamGate>
          </Suspense>
        }
      />
      {answer?.ok && answer.intent !== NOTE_INTENT && (
        <FormMessage tone="good">{t(`done.${answer.intent as 'accept' | 'refuse' | 'ask'}`)}</FormMessage>
      )}
      <ClaimClock claim={claim} reader="brand" />
      <Panel title={t('detail.facts')}>
        <ClaimFacts claim={claim} reader="brand" />
      </Panel>
      <Panel title={t('detail.timeline')}>
        <Stack gap="lg">
          <TeamGate act="note">
            <NoteForm count={claim.notes.length} result={answerTo(answer, NOTE_INTENT)} />
          </TeamGate>
          <ClaimTimeline claim={claim} />
        </Stack>
      </Panel>
    </>
  )
}
