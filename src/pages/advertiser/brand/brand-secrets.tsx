import { Group, Stack, Text } from '@mantine/core'
import type { SecretView } from '#domains/advertisers/contract.ts'
import { MAX_VALID_SECRETS } from '#domains/advertisers/rules.ts'
import { NewSecret, RevokeSecret, SecretState, useCreation } from '#domains/advertisers/web/secrets-panel.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'

interface BrandSecretsProps {
  /** The valid secrets, newest first. */
  secrets: readonly SecretView[]
  answer: IntentAnswer | undefined
}

/** The advertiser's valid secrets, masked; a new one is shown once. */
export function BrandSecrets({ secrets, answer }: BrandSecretsProps) {
  const t = useTexts('programs')
  const creation = useCreation(secrets.length)
  return (
    <Panel
      title={t('brand.secrets')}
      text={t('brand.secretsText')}
      actions={
        secrets.length < MAX_VALID_SECRETS && (
          <ConfirmAction
            variant="default"
            {...creation}
            intent="createSecret"
            result={answerTo(answer, 'createSecret')}
          />
        )
      }
    >
      <NewSecret answer={answer} />
      {secrets.length === 0 && <EmptyState art="link" title={t('brand.noSecret')} />}
      <Stack component="ul" className="plain-list">
        {secrets.map((secret) => (
          <Group component="li" key={secret.id} gap="md">
            <code>{`••••••••${secret.hint}`}</code>
            <Text span c="dimmed">
              {t('brand.secretCreatedOn')} <DateText value={secret.created_at} />
            </Text>
            <SecretState secret={secret} />
            {secrets.length > 1 && <RevokeSecret secret={secret} answer={answer} />}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
