import type { Route } from './+types/hosts-page'
import type { DomainView } from '#domains/people/advertisers/contract.ts'
import { DomainTable } from '#domains/people/advertisers/web/domains-panel.tsx'
import { getOwnAdvertiserCall } from '#domains/programmes/programs/contract/program.ts'
import {
  checkPendingDomainCall,
  declarePendingDomainCall,
  getSetupCall,
  removeOwnDomainCall,
  removePendingDomainCall,
} from '#domains/partners/setup/contract/advertiser.ts'
import { PendingDomainPanel } from '#domains/partners/setup/web/pending-domain-panel.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { readForm } from '#platform/web/form.ts'
import { answerTo, findRenewal, readText, runIntent } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { RowActions } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, RefusalMessage, SubmitButton } from '#ui/form.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import { StepsLink } from './steps-link.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const [advertiser, setup] = await Promise.all([call(getOwnAdvertiserCall), call(getSetupCall)])
  return {
    ...getPageMeta(context, 'setup.hosts.title', ['setup', 'advertisers']),
    name: advertiser.data.name,
    website: advertiser.data.website,
    isDraft: advertiser.data.program?.status === 'draft',
    domains: advertiser.data.domains,
    pending: setup.data.pending_domains,
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const call = context.get(callContext)
  const form = await readForm(request, context)
  const pending = { params: { pending_domain_id: readText(form, 'pending_domain_id') } }
  return runIntent(context, form, {
    add: () => call(declarePendingDomainCall, { body: { hostname: readText(form, 'hostname') } }),
    check: () => call(checkPendingDomainCall, pending),
    withdraw: () => call(removePendingDomainCall, pending),
    remove: () => call(removeOwnDomainCall, { params: { domain_id: readText(form, 'domain_id') } }),
  })
}

export const meta: Route.MetaFunction = titleMeta

export default function HostsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <Hosts data={loaderData} answer={actionData} />
    </TextsProvider>
  )
}

interface HostsProps {
  data: Route.ComponentProps['loaderData']
  answer: IntentAnswer | undefined
}

function Hosts({ data, answer }: HostsProps) {
  const t = useTexts('setup')
  return (
    <>
      <PageHeader
        eyebrow={data.name}
        title={t('hosts.title')}
        text={t('hosts.text')}
        actions={<StepsLink isDraft={data.isDraft} />}
      />
      <Notice answer={answer} />
      <TeamGate act="integrate">
        <HostPanels data={data} answer={answer} />
      </TeamGate>
    </>
  )
}

function HostPanels({ data, answer }: HostsProps) {
  const t = useTexts('setup')
  return (
    <>
      <Panel title={t('hosts.declared')} text={t('hosts.declaredText')} flush>
        {data.domains.length === 0 ? (
          <EmptyState art="link" title={t('hosts.emptyTitle')} text={t('hosts.emptyText')} />
        ) : (
          <DomainTable
            domains={data.domains}
            renderActions={(domain) => <RemoveAction domain={domain} answer={answer} />}
          />
        )}
      </Panel>
      {data.pending.map((domain) => (
        <PendingDomainPanel key={domain.id} domain={domain} answer={answer} />
      ))}
      <AddPanel data={data} answer={answer} />
    </>
  )
}

/** Confirms what was done, or says why a check was refused. A check without a proof is shown at its host. */
function Notice({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  if (findRenewal(answer)) return null
  if (answer?.ok === false && answer.intent === 'check') return <RefusalMessage result={answer} />
  if (!answer?.ok) return null
  const text = getNotice(t, answer)
  return text === undefined ? null : <FormMessage tone="good">{text}</FormMessage>
}

function getNotice(t: ReturnType<typeof useTexts<'setup'>>, answer: IntentAnswer & { ok: true }): string | undefined {
  if (answer.intent === 'add') return t('hosts.added')
  if (answer.intent === 'withdraw') return t('hosts.withdrawn')
  if (answer.intent === 'remove') return t('hosts.removed')
  const { proof } = answer.reply as ReplyOf<typeof checkPendingDomainCall>
  return proof === null ? undefined : t('hosts.proved', { proof })
}

function AddPanel({ data, answer }: HostsProps) {
  const t = useTexts('setup')
  const { domains, pending, website } = data
  const suggestion = domains.length + pending.length === 0 ? new URL(website).host : ''
  return (
    <Panel title={t('hosts.add')} text={t('hosts.addText')}>
      {/* Starts anew after each host that was added. */}
      <ActionForm key={pending.length} intent="add" result={withoutSuccess(answerTo(answer, 'add'))}>
        <TextField
          name="hostname"
          label={t('hosts.host')}
          description={t('hosts.addHint')}
          defaultValue={suggestion}
          autoCapitalize="off"
          inputMode="url"
          maxLength={300}
          required
        />
        <SubmitButton variant={pending.length === 0 ? 'filled' : 'default'}>{t('hosts.addAction')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

function withoutSuccess(answer: IntentAnswer | undefined): IntentAnswer | undefined {
  return answer?.ok ? undefined : answer
}

function RemoveAction({ domain, answer }: { domain: DomainView; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  return (
    <RowActions>
      <ConfirmAction
        size="xs"
        tone="bad"
        label={t('hosts.remove')}
        title={t('hosts.removeTitle', { host: domain.hostname })}
        text={t('hosts.removeText')}
        confirmLabel={t('hosts.remove')}
        intent="remove"
        fields={{ domain_id: domain.id }}
        result={answerTo(answer, 'remove')}
      />
    </RowActions>
  )
}
