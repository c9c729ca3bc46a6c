import { Suspense, lazy } from 'react'
import type { ReactNode } from 'react'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { SelectField } from '#ui/select-field.tsx'

const LabelName = lazy(async () => ({ default: (await import('./label-name.tsx')).LabelName }))

interface LabelActionsProps {
  /** How many publishers the change concerns. */
  count: number
  /** The names of the groups and the tags that exist. */
  groups: readonly string[]
  tags: readonly string[]
  answer: IntentAnswer | undefined
  /** Hidden fields that name the publishers or the filter. */
  children: ReactNode
}

/** Puts publishers into a group or gives them a tag, or takes them out. */
export function LabelActions({ count, groups, tags, answer, children }: LabelActionsProps) {
  const t = useTexts('memberships')
  const acts = (['add', 'remove'] as const).map((value) => ({ value, label: t(`label.${value}`) }))
  return (['group', 'tag'] as const).map((kind) => (
    <ConfirmAction
      key={kind}
      size="sm"
      variant="default"
      label={t(`label.${kind}`)}
      title={t(`label.${kind}Title`, { count })}
      text={t(`label.${kind}Text`)}
      confirmLabel={t('label.save')}
      intent={kind}
      result={answerTo(answer, kind)}
    >
      {children}
      <SelectField name="act" label={t('label.act')} data={acts} defaultValue="add" allowDeselect={false} />
      <Suspense>
        <LabelName label={t(`label.${kind}Name`)} names={kind === 'group' ? groups : tags} />
      </Suspense>
    </ConfirmAction>
  ))
}
