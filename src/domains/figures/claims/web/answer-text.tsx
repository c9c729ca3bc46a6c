import { Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { AnswerView } from '../contract/claim.ts'

/** The answer of the machine with its facts. Needs the texts `claims`, `hits` and the errors of postbacks. */
export function AnswerText({ answer }: { answer: AnswerView }) {
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
