import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/postback-page'
import {
  creditOrphanCall,
  dismissOrphanCall,
  getOrphanCall,
  restoreOrphanCall,
} from '#domains/partners/tracking-health/contract/orphans.ts'
import type { OrphanDetail } from '#domains/partners/tracking-health/contract/orphans.ts'
import {
  dryRunPostbackCall,
  getPostbackCall,
  replayPostbackCall,
} from '#domains/partners/tracking-health/contract/postbacks.ts'
import type { DryRunView, PostbackView } from '#domains/partners/tracking-health/contract/postbacks.ts'
import type { DismissalReason } from '#domains/partners/tracking-health/rules/dismissal.ts'
import { ORPHAN_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { readParameterFields } from '#domains/partners/tracking-health/rules/parameter-text.ts'
import { ApplyForm, CorrectionForm } from '#domains/partners/tracking-health/web/correction-form.tsx'
import { DryRunPanel } from '#domains/partners/tracking-health/web/dry-run-panel.tsx'
import { OrphanPanel } from '#domains/partners/tracking-health/web/orphan-panel.tsx'
import { getPostbackPath } from '#domains/partners/tracking-health/web/postback-table.tsx'
import { ResultBadge } from '#domains/partners/tracking-health/web/result-badge.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { callContext, sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FormMessage, RefusalMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const named = { params: { postback_id: params.postbackId } }
  const { data } = await call(getPostbackCall, named)
  const isOrphan = data.result === 'rejected' && ORPHAN_REASONS.some((reason) => reason === data.reason)
  const orphan = isOrphan ? (await call(getOrphanCall, named)).data : null
  const pageMeta = getPageMeta(context, 'tracking-health.postback.title', ['tracking-health'])
  return {
    postback: data,
    orphan,
    ...pageMeta,
    texts: { ...pageMeta.texts, ...pickErrors(context.get(sessionContext), ['postback']) },
  }
}

/** The answer to a check: what was checked, and what would happen. */
interface Checked {
  parameters: Record<string, string>
  run: DryRunView
}

export async function action({ context, request, params }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const parameters = readParameterFields(form)
  const { postbackId: postback_id } = params
  return runIntent(context, form, {
    check: async (): Promise<Checked> => ({
      parameters,
      run: (await call(dryRunPostbackCall, { body: { parameters, postback_id } })).data,
    }),
    credit: () => {
      const body = { publisher_id: readText(form, 'publisher_id'), note: readText(form, 'note') }
      return call(creditOrphanCall, { params: { postback_id }, body })
    },
    dismiss: () => {
      const reason = readText(form, 'reason') as DismissalReason
      return call(dismissOrphanCall, { params: { postback_id }, body: { reason } })
    },
    restore: () => call(restoreOrphanCall, { params: { postback_id } }),
    replay: () => call(replayPostbackCall, { params: { postback_id }, body: { parameters } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function PostbackPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Postback postback={loaderData.postback} orphan={loaderData.orphan} answer={actionData} />
    </TextsProvider>
  )
}

interface PostbackProps {
  postback: PostbackView
  answer: IntentAnswer | undefined
}

function Postback({ postback, orphan, answer }: PostbackProps & { orphan: OrphanDetail | null }) {
  const t = useTexts('tracking-health')
  const { id, order_id: orderId, result, reason } = postback
  const isRefused = result === 'rejected' && reason !== 'test'
  const isOpen = isRefused && postback.replayed_as === null && postback.credited === null
  return (
    <>
      <PageHeader
        eyebrow={<Link to="/brand/tracking">{t('postback.back')}</Link>}
        title={orderId ?? t('postback.title')}
        {...(orderId === null ? {} : { text: t('postback.title') })}
      />
      <ReplayMessage answer={answerTo(answer, 'replay')} />
      <OrphanMessage orphan={orphan} answer={answer} />
      {orphan && <OrphanPanel orphan={orphan} answer={answer} />}
      <Panel>
        <PostbackFacts postback={postback} />
      </Panel>
      <SentPanel postback={postback} />
      {isOpen && (
        <TeamGate act="integrate">
          <Replay key={id} postback={postback} answer={answer} />
        </TeamGate>
      )}
    </>
  )
}

function ReplayMessage({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('tracking-health')
  if (!answer) return null
  if (!answer.ok) return <RefusalMessage result={answer} />
  const { is_repeated: isRepeated } = answer.reply as ReplyOf<typeof replayPostbackCall>
  return <FormMessage tone="good">{t(isRepeated ? 'replay.repeated' : 'replay.done')}</FormMessage>
}

/** What came of an act on an order without a click. */
function OrphanMessage({ orphan, answer }: { orphan: OrphanDetail | null; answer: IntentAnswer | undefined }) {
  const t = useTexts('tracking-health')
  if (answer?.intent === 'dismiss' && answer.ok)
    return <FormMessage tone="good">{t('orphans.dismiss.done')}</FormMessage>
  if (answer?.intent === 'restore' && answer.ok) {
    return <FormMessage tone="good">{t('orphans.dismiss.restored')}</FormMessage>
  }
  if (answer?.intent !== 'credit') return null
  // With the order still to decide, its dialog shows the refusal.
  if (!answer.ok) return orphan ? null : <RefusalMessage result={answer} />
  const { publisher_id: publisher, transaction_id: transaction } = answer.reply as ReplyOf<typeof creditOrphanCall>
  return (
    <FormMessage tone="good">
      {t('orphans.credit.done')}{' '}
      <Anchor component={Link} to={`/brand/transactions/${publisher}/${transaction}`}>
        {t('orphans.credit.openTransaction')}
      </Anchor>
    </FormMessage>
  )
}

function PostbackFacts({ postback }: { postback: PostbackView }) {
  const t = useTexts('tracking-health')
  const errorText = useTexts('errors')
  const { channel, result, reason, hints, publisher_id, transaction_id, replayed_as, replay_of, credited } = postback
  const link = (name: string, to: string, text: string) =>
    [
      name,
      <Anchor key={to} component={Link} to={to}>
        {text}
      </Anchor>,
    ] as const
  return (
    <Facts
      facts={[
        [t('postback.received'), <DateText key="received" value={postback.received_at} withTime />],
        [t('postback.channel'), t(channel === 'pixel' ? 'postbacks.pixel' : 'postbacks.server')],
        [
          t('postback.answer'),
          <ResultBadge
            key="result"
            result={result}
            reason={reason}
            message={reason && errorText(`postback.${reason}`)}
            hints={hints}
          />,
        ],
        transaction_id !== null &&
          link(
            t('postback.transaction'),
            `/brand/transactions/${publisher_id}/${transaction_id}`,
            t('postback.openTransaction'),
          ),
        credited !== null &&
          link(
            t('postback.credited'),
            `/brand/transactions/${credited.publisher_id}/${credited.transaction_id}`,
            t('postback.openTransaction'),
          ),
        replayed_as !== null && link(t('postback.replayedAs'), getPostbackPath(replayed_as), t('postback.openReplay')),
        replay_of !== null && link(t('postback.replayOf'), getPostbackPath(replay_of), t('postback.openOriginal')),
      ]}
    />
  )
}

function SentPanel({ postback: { parameters } }: { postback: PostbackView }) {
  const t = useTexts('tracking-health')
  const sent = Object.entries(parameters ?? {})
  return (
    <Panel
      title={t('postback.sent')}
      {...(sent.length === 0 ? { text: t(parameters ? 'postback.none' : 'postback.removed') } : {})}
    >
      {sent.length > 0 && <Facts facts={sent} />}
    </Panel>
  )
}

function Replay({ postback, answer }: PostbackProps) {
  const t = useTexts('tracking-health')
  const check = answerTo(answer, 'check')
  const checked = check?.ok ? (check.reply as Checked) : undefined
  return (
    <>
      <section id="replay">
        <Panel title={t('replay.title')} text={t('replay.text')}>
          <CorrectionForm parameters={checked?.parameters ?? postback.parameters ?? {}} result={check} />
        </Panel>
      </section>
      {checked && (
        <DryRunPanel run={checked.run}>
          {isApplicable(checked.run) && (
            <ApplyForm
              parameters={checked.parameters}
              label={t(checked.run.order ? 'replay.record' : 'replay.decide')}
            />
          )}
        </DryRunPanel>
      )}
    </>
  )
}

function isApplicable({ result }: DryRunView): boolean {
  return result !== 'rejected' && result !== 'retry' && result !== 'test'
}
