import { Group, Stack } from '@mantine/core'
import { LOGO_MEDIA_TYPES, storeLogoCall } from '#domains/programmes/programs/contract/logo.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { AdvertiserMark } from '#ui/advertiser-mark.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { FileField } from '#ui/file-field.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

interface LogoPanelProps {
  name: string
  /** The address of the logo; empty without one. */
  logo: string
  answer: IntentAnswer | undefined
}

/** The logo of a brand, which can be replaced and removed. */
export function LogoPanel({ name, logo, answer }: LogoPanelProps) {
  const t = useTexts('programs')
  return (
    <Panel title={t('brand.logo')} text={t('brand.logoText')}>
      <Group gap="xl" align="start">
        <AdvertiserMark name={name} logo={logo} size={88} />
        <TeamGate act="run_programme">
          <Stack align="start">
            {/* A new logo empties the field. */}
            <ActionForm key={logo} intent="logo" result={answerTo(answer, 'logo')} success={t('brand.saved')}>
              <FileField
                endpoint={storeLogoCall}
                accept={LOGO_MEDIA_TYPES}
                label={t('brand.logoFile')}
                description={t('brand.logoHint')}
              />
              <SubmitButton>{t('brand.logoSave')}</SubmitButton>
            </ActionForm>
            {logo !== '' && (
              <ConfirmAction
                label={t('brand.logoRemove')}
                title={t('brand.logoRemoveTitle')}
                text={t('brand.logoRemoveText')}
                confirmLabel={t('brand.logoRemove')}
                intent="removeLogo"
                tone="bad"
                result={answerTo(answer, 'removeLogo')}
              />
            )}
          </Stack>
        </TeamGate>
      </Group>
    </Panel>
  )
}
