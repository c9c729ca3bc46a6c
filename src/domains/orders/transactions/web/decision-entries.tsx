import { Group } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconScale,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import type { Tone } from '#ui/theme.ts'
import { FileLink } from '#ui/file-link.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { ItemTable } from './item-table.tsx'
import { useUsdFact } from './usd-fact.tsx'

type Decision = TransactionTimeline['decisions'][number]

const LOOKS: Record<Decision['action'], { icon: ReactNode; tone: Tone }> = {
  confirm: { icon: <IconCheck size={20} />, tone: 'good' },
  cancel: { icon: <IconX size={20} />, tone: 'bad' },
  amend: { icon: <IconPencil size={20} />, tone: 'warn' },
  reopen: { icon: <IconArrowBackUp size={20} />, tone: 'warn' },
  hold: { icon: <IconPlayerPause size={20} />, tone: 'warn' },
  extend: { icon: <IconClock size={20} />, tone: 'warn' },
}

/** Builds the entries of the decisions on a transaction, each with its posting in the ledger. */
export function useDecisionEntries(timeline: TransactionTimeline): TimelineEntry[] {
  const t = useTexts('transactions')
  const getActor = useDecider()
  return timeline.decisions.map((decision) => ({
    ...LOOKS[decision.action],
    key: `decision-${decision.sequence}`,
    title: t(`timeline.action.${decision.action}`),
    at: decision.decided_at,
    actor: getActor(decision),
    children: <DecisionFacts decision={decision} timeline={timeline} />,
  }))
}

/** Names who decided: the terms, the shop by a postback, an API key, a file, or a side with its account. */
function useDecider() {
  const t = useTexts('transactions')
  return ({ decided_as: side, decided_by: name, key, file }: Decision): string => {
    if (key !== null) return t('actor.key', { key: key.name, id: key.id, maker: name ?? t(`actor.${side}`) })
    if (file !== null) return t('actor.file', { file: file.name })
    const actor = t(`actor.${side}`)
    return name === null ? actor : t('actor.named', { name, actor })
  }
}

function DecisionFacts({ decision, timeline }: { decision: Decision; timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const posting = timeline.postings.find(({ sequence }) => sequence === decision.sequence)
  return (
    <>
      <DecisionReason decision={decision} timeline={timeline} />
      {decision.note !== '' && <p>{t('timeline.note', { note: decision.note })}</p>}
      <DecisionEvidence decision={decision} />
      {posting && (
        <Group gap="xs" c="dimmed">
          <IconScale size={18} aria-hidden />
          <span>
            {t(`timeline.${posting.kind}`)} <MoneyText amount={posting.amount} currency={posting.currency} digits={4} />
          </span>
        </Group>
      )}
    </>
  )
}

/** Says why it was decided so, and what follows: the new value or the new end of the validation period. */
function DecisionReason({ decision, timeline }: { decision: Decision; timeline: TransactionTimeline }) {
  const t = useTexts('transactions')
  const usdFact = useUsdFact(timeline.transaction)
  const { currency } = timeline.transaction
  const amendments = timeline.decisions.filter(({ action }) => action === 'amend')
  const isLastAmendment = amendments.every(({ sequence }) => sequence <= decision.sequence)
  return (
    <>
      <p>{t(`timeline.actionText.${decision.action}`)}</p>
      {decision.decided_as === 'rule' && <p>{t('timeline.byRule')}</p>}
      {decision.reason !== null && <p>{t(`cancelReasonText.${decision.reason}`)}</p>}
      {decision.hold_reason !== null && <p>{t(`holdReason.${decision.hold_reason}`)}</p>}
      {decision.action === 'amend' && (
        <Facts
          layout="line"
          facts={[
            [t('column.orderValue'), <MoneyText key="value" amount={decision.order_value} currency={currency} />],
            isLastAmendment && usdFact,
          ]}
        />
      )}
      <ItemTable label={t('timeline.itemsLeft')} items={decision.items} currency={currency} />
      {decision.due_at !== null && (
        <Facts layout="line" facts={[[t('timeline.expected'), <DateText key="date" value={decision.due_at} />]]} />
      )}
    </>
  )
}

/** Shows what supports a decision, and what the advertiser says about the order. */
function DecisionEvidence({ decision }: { decision: TransactionTimeline['decisions'][number] }) {
  const t = useTexts('transactions')
  const {
    evidence,
    evidence_file: file,
    customer_status: customer,
    shipped_at: shipped,
    expected_at: expected,
  } = decision
  return (
    <>
      {evidence !== null && <p>{t('timeline.evidence', { text: evidence })}</p>}
      {file !== null && <FileLink href={file.path}>{t('timeline.evidenceFile', { name: file.name })}</FileLink>}
      <Facts
        layout="line"
        facts={[
          customer !== null && [t('timeline.customer'), t(`timeline.customerStatus.${customer}`)],
          shipped !== null && [t('timeline.shipped'), <DateText key="shipped" value={shipped} />],
          expected !== null && [t('timeline.expectedByBrand'), <DateText key="expected" value={expected} />],
        ]}
      />
    </>
  )
}
