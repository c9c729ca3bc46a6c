import { Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable, RowActions } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { PendingDomainView, SetupView } from '../contract/setup-view.ts'
import { STEPS } from '../rules.ts'
import { OpeningActions } from './opening-actions.tsx'
import { TestOrderTable } from './test-order-table.tsx'

interface SetupTabProps {
  advertiser: { id: number; name: string }
  setup: SetupView
  answer: IntentAnswer | undefined
}

/** The set-up of an advertiser for operators: what is done, who it is, and what an operator can vouch for. */
export function SetupTab({ advertiser, setup, answer }: SetupTabProps) {
  const t = useTexts('setup')
  const isWaiting = setup.opening?.state === 'waiting' && !setup.done.open
  return (
    <Stack gap="lg">
      <Panel
        title={t('operator.steps')}
        {...(isWaiting
          ? {
              text: t('operator.waiting'),
              actions: <OpeningActions advertiserId={advertiser.id} name={advertiser.name} answer={answer} />,
            }
          : {})}
      >
        <Facts
          facts={STEPS.map((step) => [
            t(`steps.${step}.title`),
            <StatusBadge
              key={step}
              status={setup.done[step] ? 'ACTIVE' : 'DRAFT'}
              label={t(setup.done[step] ? 'operator.stepDone' : 'operator.stepOpen')}
            />,
          ])}
        />
      </Panel>
      <CompanyPanel company={setup.company} />
      <PendingPanel pending={setup.pending_domains} answer={answer} />
      <TestPanel setup={setup} answer={answer} />
    </Stack>
  )
}

function CompanyPanel({ company }: Pick<SetupView, 'company'>) {
  const t = useTexts('setup')
  const missing = (value: string) =>
    value === '' ? (
      <Text span c="dimmed">
        {t('company.missing')}
      </Text>
    ) : (
      value
    )
  const place = [company.postal_code, company.city].filter(Boolean).join(' ')
  const address = [company.street, place, company.country].filter(Boolean).join(', ')
  const contact = [company.contact_name, company.contact_email].filter(Boolean).join(', ')
  return (
    <Panel title={t('operator.company')}>
      <Facts
        facts={[
          [t('company.legalName'), missing(company.legal_name)],
          [t('company.address'), missing(address)],
          company.vat_number !== '' && [t('company.vatNumber'), company.vat_number],
          [t('company.contactName'), missing(contact)],
        ]}
      />
    </Panel>
  )
}

interface PendingPanelProps {
  pending: SetupView['pending_domains']
  answer: IntentAnswer | undefined
}

function PendingPanel({ pending, answer }: PendingPanelProps) {
  const t = useTexts('setup')
  const columns = useColumns(answer)
  return (
    <Panel title={t('operator.pending')} text={t('operator.pendingText')} flush>
      <DataTable
        label={t('operator.pending')}
        columns={columns}
        rows={pending}
        rowKey={({ id }) => id}
        empty={<EmptyState art="link" title={t('operator.noPending')} />}
      />
    </Panel>
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<PendingDomainView>[] {
  const t = useTexts('setup')
  return [
    { key: 'host', header: t('operator.host'), isTitle: true, cell: ({ host }) => host },
    {
      key: 'checked',
      header: t('operator.checked'),
      cell: ({ checked_at: at }) => (at === null ? t('operator.never') : <DateText value={at} withTime />),
    },
    {
      key: 'confirm',
      header: t('operator.actions'),
      align: 'end',
      cell: (domain) => <ConfirmDomain domain={domain} answer={answer} />,
    },
  ]
}

function ConfirmDomain({ domain, answer }: { domain: PendingDomainView; answer: IntentAnswer | undefined }) {
  const t = useTexts('setup')
  return (
    <RowActions>
      <ConfirmAction
        size="xs"
        variant="default"
        label={t('operator.confirm')}
        title={t('operator.confirmTitle', { host: domain.host })}
        text={t('operator.confirmText')}
        confirmLabel={t('operator.confirm')}
        intent="confirmDomain"
        fields={{ pending_domain_id: domain.id }}
        result={answerTo(answer, 'confirmDomain')}
      />
    </RowActions>
  )
}

function TestPanel({ setup, answer }: Pick<SetupTabProps, 'setup' | 'answer'>) {
  const t = useTexts('setup')
  const verb = setup.is_test_skipped ? 'unskip' : 'skip'
  const intent = setup.is_test_skipped ? 'requireTest' : 'skipTest'
  return (
    <Panel
      title={t('test.results')}
      text={setup.is_test_skipped ? t('operator.skipped') : t('test.resultsText')}
      flush
      actions={
        !setup.done.open && (
          <ConfirmAction
            variant="default"
            size="sm"
            label={t(`operator.${verb}`)}
            title={t(`operator.${verb}Title`)}
            text={t(`operator.${verb}Text`)}
            confirmLabel={t(`operator.${verb}`)}
            intent={intent}
            result={answerTo(answer, 'requireTest', 'skipTest')}
          />
        )
      }
    >
      <TestOrderTable orders={setup.test_orders} empty={<EmptyState title={t('test.empty')} />} />
    </Panel>
  )
}
