import { Divider, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { NoteForm } from '#ui/notes.tsx'
import { NOTE_INTENT } from '#ui/note-intent.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import type { FormResult } from '#platform/web/form.ts'
import { RouteDrawer } from '#ui/route-drawer.tsx'
import { TeamGate } from '#ui/team-gate.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'
import { DecisionButtons } from './decision-bar.tsx'
import { DecisionResult } from './decision-result.tsx'
import type { Decided } from './decision-result.tsx'
import { PresentOrder, getPresentItems } from './present-order.tsx'
import { SameSaleText } from './same-sale-text.tsx'
import { StatusCell } from './status-cell.tsx'
import { TimelineView } from './transaction-timeline.tsx'

/** The answer of the action of a drawer: to a decision, or to a note. */
export type ReviewAnswer = FormResult<Decided> | IntentAnswer | undefined

interface ReviewDrawerProps {
  /** The address of the list. */
  listPath: string
  /** Who sold and who promoted. */
  text: string
  timeline: TransactionTimeline
  answer: ReviewAnswer
  /** Whether the page has the keys that decide, which the buttons then name. */
  hasKeys?: boolean
  /** Stands before the timeline. */
  children?: ReactNode
}

/** One transaction over its list, for those who decide it: its decisions, the notes of the team, and its timeline. */
export function ReviewDrawer({ listPath, text, timeline, answer, hasKeys = false, children }: ReviewDrawerProps) {
  const t = useTexts('transactions')
  const { transaction } = timeline
  const decided = answer && 'intent' in answer ? undefined : answer
  return (
    <RouteDrawer
      listPath={listPath}
      title={t('timeline.title', { order: transaction.order_id })}
      text={text}
      actions={
        <TeamGate act="decide" isBar>
          <DecisionButtons
            chosen={[transaction]}
            result={decided}
            items={getPresentItems(timeline)}
            hasKeys={hasKeys}
          />
        </TeamGate>
      }
    >
      <Stack gap="lg">
        <DecisionResult result={decided} />
        <Group>
          <StatusCell transaction={transaction} />
        </Group>
        <PresentOrder timeline={timeline} />
        <SameSaleText transaction={transaction} isWhole />
        {children}
        <TransactionHistory timeline={timeline} answer={answer} />
      </Stack>
    </RouteDrawer>
  )
}

/** The timeline of a transaction, and the notes of the reader's team about it. */
export function TransactionHistory({ timeline, answer }: Pick<ReviewDrawerProps, 'timeline' | 'answer'>) {
  const noted = answer && 'intent' in answer ? answerTo(answer, NOTE_INTENT) : undefined
  return (
    <>
      <TimelineView timeline={timeline} />
      <Divider color="var(--line)" />
      <TeamGate act="note">
        <NoteForm count={timeline.notes.length} result={noted} />
      </TeamGate>
    </>
  )
}
