import { Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Facts } from '#ui/facts.tsx'
import { TextAreaField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import type { OrphanDetail } from '../contract/orphans.ts'
import { DISMISSAL_REASONS, MAX_CREDIT_NOTE } from '../rules/dismissal.ts'
import { OrphanClue } from './orphan-clue.tsx'

interface OrphanProps {
  orphan: OrphanDetail
  answer: IntentAnswer | undefined
}

type Credit = OrphanDetail['credits'][number]

/** Who may have earned an order without a click, to credit it to one of them or to put it aside. */
export function OrphanPanel({ orphan, answer }: OrphanProps) {
  const t = useTexts('tracking-health')
  if (orphan.dismissal) return <PutAside dismissal={orphan.dismissal} answer={answer} />
  return (
    <TeamGate act="decide">
      <Panel
        flush={orphan.credits.length > 0}
        title={t('orphans.credit.title')}
        text={t('orphans.credit.text')}
        actions={<DismissAction orphan={orphan} answer={answer} />}
      >
        {orphan.credits.length === 0 ? (
          <Text c="dimmed">{t('orphans.credit.none')}</Text>
        ) : (
          <CreditTable orphan={orphan} answer={answer} />
        )}
      </Panel>
    </TeamGate>
  )
}

function CreditTable({ orphan, answer }: OrphanProps) {
  const t = useTexts('tracking-health')
  return (
    <DataTable
      label={t('orphans.credit.title')}
      columns={useCreditColumns({ orphan, answer })}
      rows={orphan.credits}
      rowKey={({ publisher_id: id }) => id}
      empty={null}
    />
  )
}

function useCreditColumns({ orphan, answer }: OrphanProps): Column<Credit>[] {
  const t = useTexts('tracking-health')
  return [
    {
      key: 'publisher',
      header: t('orphans.credit.publisher'),
      isTitle: true,
      cell: (credit) => (
        <CellText details={[<OrphanClue key="clue" suggestion={credit} />]}>{credit.publisher_name}</CellText>
      ),
    },
    { key: 'site', header: t('orphans.credit.site'), cell: ({ site_name: site }) => site ?? '–' },
    {
      key: 'commission',
      header: t('orphans.credit.commission'),
      align: 'end',
      place: 'figure',
      cell: ({ commission }) => <Earned amount={commission} />,
    },
    {
      key: 'fee',
      header: t('orphans.credit.fee'),
      align: 'end',
      place: 'measure',
      cell: ({ fee }) => <Earned amount={fee} />,
    },
    {
      key: 'act',
      header: '',
      align: 'end',
      place: 'status',
      cell: (credit) => <CreditAction credit={credit} order={orphan.order_id} answer={answer} />,
    },
  ]
}

function Earned({ amount }: { amount: string | null }) {
  return amount === null ? '–' : <MoneyText amount={amount} />
}

function CreditAction({ credit, order, answer }: { credit: Credit; order: string; answer: IntentAnswer | undefined }) {
  const t = useTexts('tracking-health')
  const { publisher_id: id, publisher_name: publisher, site_name: site, problem, claim_id: claimId } = credit
  if (problem !== null) {
    return (
      <Stack gap={4} align="end">
        <Text size="sm" c="dimmed" ta="end">
          {problem}
        </Text>
        {claimId !== null && <Link to={`/brand/claims/${claimId}`}>{t('orphans.credit.decideClaim')}</Link>}
      </Stack>
    )
  }
  return (
    <ConfirmAction
      size="sm"
      label={t('orphans.credit.act')}
      title={t('orphans.credit.actTitle', { order, publisher })}
      text={t('orphans.credit.actText', { publisher, site: site ?? '' })}
      confirmLabel={t('orphans.credit.act')}
      intent="credit"
      fields={{ publisher_id: id }}
      result={answerTo(answer, 'credit')}
    >
      <Facts
        facts={[
          [t('orphans.credit.why'), <OrphanClue key="clue" suggestion={credit} />],
          [t('orphans.credit.commission'), <Figure key="commission" amount={credit.commission} />],
          [t('orphans.credit.fee'), <Figure key="fee" amount={credit.fee} />],
        ]}
      />
      <TextAreaField
        name="note"
        label={t('orphans.credit.note')}
        description={t('orphans.credit.noteHint')}
        maxLength={MAX_CREDIT_NOTE}
      />
    </ConfirmAction>
  )
}

function Figure({ amount }: { amount: string | null }) {
  const t = useTexts('tracking-health')
  return amount === null ? t('orphans.credit.unknownRate') : <MoneyText amount={amount} />
}

function DismissAction({ orphan, answer }: OrphanProps) {
  const t = useTexts('tracking-health')
  const data = DISMISSAL_REASONS.map((value) => ({ value, label: t(`orphans.dismissal.${value}`) }))
  return (
    <ConfirmAction
      variant="default"
      label={t('orphans.dismiss.act')}
      title={t('orphans.dismiss.title', { order: orphan.order_id })}
      text={t('orphans.dismiss.text')}
      confirmLabel={t('orphans.dismiss.act')}
      intent="dismiss"
      result={answerTo(answer, 'dismiss')}
    >
      <SelectField name="reason" label={t('orphans.dismiss.reason')} data={data} required />
    </ConfirmAction>
  )
}

function PutAside({
  dismissal,
  answer,
}: { dismissal: NonNullable<OrphanDetail['dismissal']> } & Pick<OrphanProps, 'answer'>) {
  const t = useTexts('tracking-health')
  const date = () => <DateText value={dismissal.at} />
  return (
    <TeamGate act="decide">
      <Panel
        title={t('orphans.aside')}
        text={t.rich('orphans.dismiss.at', { date, reason: t(`orphans.dismissal.${dismissal.reason}`) })}
        actions={
          <ActionForm intent="restore" result={answerTo(answer, 'restore')}>
            <SubmitButton variant="default">{t('orphans.dismiss.restore')}</SubmitButton>
          </ActionForm>
        }
      />
    </TeamGate>
  )
}
