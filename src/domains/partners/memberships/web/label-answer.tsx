import { Group } from '@mantine/core'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { labelMembersCall } from '../contract/members.ts'

type Reply = ReplyOf<typeof labelMembersCall>

/** Says that groups or tags of publishers were changed, and takes it back for those whom it changed. */
export function LabelAnswer({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('memberships')
  if (!answer?.ok) return null
  const { undo } = answer.reply as Partial<Reply>
  return (
    <FormMessage tone="good">
      <Group gap="sm">
        {t('label.done')}
        {undo && (
          <ActionForm intent={undo.kind}>
            <HiddenField name="act" value={undo.act} />
            <HiddenField name="name" value={undo.name} />
            {undo.publishers.map((id) => (
              <HiddenField key={id} name="publisher" value={id} />
            ))}
            <SubmitButton size="sm" variant="default">
              {t('label.undo')}
            </SubmitButton>
          </ActionForm>
        )}
      </Group>
    </FormMessage>
  )
}
