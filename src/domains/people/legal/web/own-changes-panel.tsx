import { Stack, Text, Title } from '@mantine/core'
import { toDay } from '#kernel/days.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ChangeText, OwnChange } from '../contract.ts'

interface OwnChangesPanelProps {
  changes: readonly ChangeText[]
  answer: IntentAnswer | undefined
}

/** The changes of the terms that bind an account, each with its deadline, its objection and what that means. */
export function OwnChangesPanel({ changes, answer }: OwnChangesPanelProps) {
  const t = useTexts('legal-changes')
  return (
    <Panel title={t('own.title')} text={t('own.text')}>
      <Stack gap="xl">
        {answerTo(answer, 'objectToTerms')?.ok && <FormMessage tone="good">{t('own.done')}</FormMessage>}
        {changes.length === 0 && <Text c="dimmed">{t('own.none')}</Text>}
        {changes.map((text) => (
          <Change key={text.change.id} text={text} answer={answer} />
        ))}
      </Stack>
    </Panel>
  )
}

function Change({ text, answer }: { text: ChangeText; answer: IntentAnswer | undefined }) {
  const t = useTexts('legal-changes')
  const { change } = text
  const day = <DateText value={change.holds_from} />
  const earlierDay = <DateText value={text.earlier.updated_on} />
  return (
    <Stack gap="xs" align="start">
      <Title order={3}>{t(`document.${change.document}`)}</Title>
      <Text>{t.rich('own.holdsFrom', { day: () => day })}</Text>
      <Text style={{ whiteSpace: 'pre-line' }}>{change.summary}</Text>
      <details>
        <summary>{t('own.read')}</summary>
        <WholeText text={text} />
      </details>
      <details>
        <summary>{t.rich('own.readEarlier', { day: () => earlierDay })}</summary>
        <WholeText text={text.earlier} />
      </details>
      <Objection change={change} answer={answer} />
    </Stack>
  )
}

interface ObjectionProps {
  change: OwnChange
  answer: IntentAnswer | undefined
}

/** Until when the account can object, or that it did. */
function Objection({ change, answer }: ObjectionProps) {
  const t = useTexts('legal-changes')
  const { objected_at: objectedAt, objection_ends_at: end } = change
  const lastDay = toDay(new Date(new Date(end).getTime() - 1))
  const day = <DateText value={objectedAt ?? lastDay} />
  if (objectedAt !== null) return <Text c="dimmed">{t.rich('own.objected', { day: () => day })}</Text>
  if (change.is_agreed) return <Text c="dimmed">{t('own.agreed')}</Text>
  if (!change.can_object) return <Text c="dimmed">{t('own.over')}</Text>
  return (
    <>
      <Text c="dimmed">{t.rich('own.deadline', { day: () => day })}</Text>
      <ConfirmAction
        tone="bad"
        label={t('own.object')}
        title={t('own.objectTitle')}
        text={t('own.objectText')}
        confirmLabel={t('own.object')}
        intent="objectToTerms"
        fields={{ change_id: change.id }}
        result={answerTo(answer, 'objectToTerms')}
      />
    </>
  )
}

function WholeText({ text: { title, intro, sections } }: { text: ChangeText['earlier'] | ChangeText }) {
  return (
    <Stack gap="sm" pt="sm">
      <Title order={4}>{title}</Title>
      <Html html={intro} />
      {sections.map((section) => (
        <section key={section.id}>
          <Title order={5}>{section.title}</Title>
          <Html html={section.html} />
        </section>
      ))}
    </Stack>
  )
}

/** HTML that the server has rendered from Markdown without its HTML, so it is safe to insert. */
function Html({ html }: { html: string }) {
  return <div className="stack" dangerouslySetInnerHTML={{ __html: html }} />
}
