import { Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCheck,
  IconFileText,
  IconMessageQuestion,
  IconMessageReport,
  IconReceipt2,
  IconRobot,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileLink } from '#ui/file-link.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { useNoteEntries } from '#ui/notes.tsx'
import { ObjectTimeline } from '#ui/object-timeline.tsx'
import type { Tone } from '#ui/theme.ts'
import type { AnswerView, ClaimDetail, ClaimEventView } from '../contract/claim.ts'

const LOOKS: Record<ClaimEventView['kind'], { icon: ReactNode; tone: Tone }> = {
  filed: { icon: <IconMessageReport size={20} />, tone: 'brand' },
  credited: { icon: <IconReceipt2 size={20} />, tone: 'brand' },
  answered: { icon: <IconRobot size={20} />, tone: 'brand' },
  insisted: { icon: <IconMessageReport size={20} />, tone: 'warn' },
  asked: { icon: <IconMessageQuestion size={20} />, tone: 'warn' },
  evidenced: { icon: <IconFileText size={20} />, tone: 'brand' },
  accepted: { icon: <IconCheck size={20} />, tone: 'good' },
  refused: { icon: <IconX size={20} />, tone: 'bad' },
  withdrawn: { icon: <IconArrowBackUp size={20} />, tone: 'warn' },
}

/**
 * What happened to a claim and what the reader's team wrote about it, newest first. Needs the texts `claims`, `hits`,
 * `notes` and the errors of postbacks.
 */
export function ClaimTimeline({ claim }: { claim: ClaimDetail }) {
  const t = useTexts('claims')
  const events = claim.events.map((event) => ({
    ...LOOKS[event.kind],
    key: String(event.sequence),
    title: t(`event.${event.kind}`),
    at: event.happened_at,
    actor: t(`actor.${event.acted_as}`),
    children: <EventFacts event={event} currency={claim.currency} />,
  }))
  return <ObjectTimeline entries={[...events, ...useNoteEntries(claim.notes)]} />
}

function EventFacts({ event, currency }: { event: ClaimEventView; currency: string }) {
  const t = useTexts('claims')
  return (
    <>
      {event.acted_as === 'clock' && <p>{t('byClock')}</p>}
      {event.answer !== null && <AnswerText answer={event.answer} />}
      {event.reason !== null && <p>{t(`reason.${event.reason}`)}</p>}
      {event.note !== '' && <Text style={{ whiteSpace: 'pre-line' }}>{event.note}</Text>}
      {event.amount !== null && (
        <Facts
          layout="line"
          facts={[[t('corrected'), <MoneyText key="amount" amount={event.amount} currency={currency} />]]}
        />
      )}
      {event.file !== null && <FileLink href={event.file.path}>{event.file.name}</FileLink>}
    </>
  )
}

/** The answer of the machine with its facts. Needs the texts `claims`, `hits` and the errors of postbacks. */
function AnswerText({ answer }: { answer: AnswerView }) {
  const t = useTexts('claims')
  return (
    <div>
      <Text>{t(`answer.${answer.answer}`)}</Text>
      <AnswerFact answer={answer} />
    </div>
  )
}

function AnswerFact({ answer: facts }: { answer: AnswerView }) {
  const t = useTexts('claims')
  const hits = useTexts('hits')
  const errorText = useTexts('errors')
  const { answer, attribution, clicked_on: clickedOn, window_days: days, verdict, reason } = facts
  const date = clickedOn !== null && <DateText value={clickedOn} />
  const day = () => date
  return (
    <Text c="dimmed">
      {answer === 'other_publisher' && attribution !== null && t(`rule.${attribution}`)}
      {answer === 'click_too_old' && days !== null && t.rich('fact.clickTooOld', { day, days: Math.max(days, 1) })}
      {answer === 'click_not_counted' && date && t.rich('fact.clickNotCounted', { day })}
      {verdict !== null && ` ${hits(`verdictText.${verdict}`)}`}
      {answer === 'no_click' && t('fact.noClick')}
      {answer === 'refused_postback' && (reason === null ? t('fact.otherClick') : errorText(`postback.${reason}`))}
    </Text>
  )
}
