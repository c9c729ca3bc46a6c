import { Box, Stack, Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { Role } from '#kernel/actor.ts'
import { NOTICES } from '#kernel/notices.ts'
import type { Notice } from '#kernel/notices.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CheckboxField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Preferences } from '../../contract/preferences.ts'

const SelectField = lazy(async () => ({ default: (await import('#ui/select-field.tsx')).SelectField }))

interface PreferencesPanelProps {
  preferences: Preferences
  role: Role
  /** Whether the page shows the result of a save. */
  isSaved: boolean
  answer: IntentAnswer | undefined
}

/** The language of pages and mails, and the mails about the work of the account. */
export function PreferencesPanel({ preferences, role, isSaved, answer }: PreferencesPanelProps) {
  const t = useTexts('security')
  const languages = [
    { value: 'en', label: 'English' },
    { value: 'zh', label: '中文' },
  ]
  const result = answerTo(answer, 'savePreferences') ?? (isSaved ? ({ ok: true } as const) : undefined)
  return (
    <Panel title={t('preferences.title')} text={t('preferences.text')}>
      <ActionForm intent="savePreferences" result={result} success={t('preferences.saved')}>
        <Suspense>
          <SelectField
            name="locale"
            label={t('preferences.language')}
            description={t('preferences.languageHint')}
            data={languages}
            defaultValue={preferences.locale}
            allowDeselect={false}
            maw="24rem"
          />
        </Suspense>
        {NOTICES[role].length > 0 && (
          <Box component="fieldset" bd={0} p={0} m={0}>
            <Text component="legend" fw={600} mb="xs">
              {t('preferences.notices')}
            </Text>
            <Stack gap="sm">
              {NOTICES[role].map((notice) => (
                <CheckboxField
                  key={notice}
                  name={`notice_${notice}`}
                  label={t(`preferences.notice.${getTextName(role, notice)}`)}
                  defaultChecked={!preferences.muted_notices.includes(notice)}
                />
              ))}
            </Stack>
          </Box>
        )}
        <CheckboxField
          name="has_shortcuts"
          label={t('preferences.shortcuts')}
          description={t('preferences.shortcutsHint')}
          defaultChecked={preferences.has_shortcuts}
        />
        <SubmitButton>{t('preferences.save')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

/** Operators and publishers read different things about memberships. */
function getTextName(role: Role, notice: Notice) {
  return role === 'operator' && notice === 'memberships' ? 'operator_memberships' : notice
}
