import { NativeSelect, SimpleGrid } from '@mantine/core'
import { TEAM_ROLES } from '#kernel/actor.ts'
import type { TeamRole } from '#kernel/actor.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'

/** Invites a member by name, address and role. */
export function InviteForm({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('teams')
  return (
    <Panel title={t('invite')} text={t('inviteText')}>
      <ActionForm intent="invite" result={answerTo(answer, 'invite')}>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <TextField name="name" label={t('name')} maxLength={60} required />
          <TextField name="email" label={t('email')} inputMode="email" maxLength={254} required />
          <RoleSelect present="validator" roles={TEAM_ROLES} />
        </SimpleGrid>
        <SubmitButton>{t('send')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

/** Roles by name. */
export function RoleSelect({ present, roles }: { present: TeamRole; roles: readonly TeamRole[] }) {
  const t = useTexts('teams')
  const data = roles.map((value) => ({ value, label: t(`role.${value}`) }))
  return <NativeSelect name="role" label={t('roleLabel')} data={data} defaultValue={present} />
}
