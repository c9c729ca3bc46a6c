import { Group, Stack } from '@mantine/core'
import type { z } from 'zod'
import type { OwnSecret } from '#domains/advertisers/contract.ts'
import { MAX_VALID_SECRETS, secretHint } from '#domains/advertisers/rules.ts'
import { RevokeSecret } from '#domains/advertisers/web/secrets-panel.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyButton } from '#ui/copy-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PasswordField } from '#ui/fields.tsx'
import { Panel } from '#ui/panel.tsx'

type Secret = z.infer<typeof OwnSecret>

/** The advertiser's valid secrets: shown on request, copied, added and revoked. */
export function BrandSecrets({ secrets, answer }: { secrets: readonly Secret[]; answer: IntentAnswer | undefined }) {
  const t = useTexts('programs')
  return (
    <Panel
      title={t('brand.secrets')}
      text={t('brand.secretsText')}
      actions={
        secrets.length < MAX_VALID_SECRETS && (
          <ConfirmAction
            variant="default"
            label={t('brand.newSecret')}
            title={t('brand.newSecretTitle')}
            text={t('brand.newSecretText')}
            confirmLabel={t('brand.newSecret')}
            intent="createSecret"
            result={answerTo(answer, 'createSecret')}
          />
        )
      }
    >
      {secrets.length === 0 && <EmptyState art="link" title={t('brand.noSecret')} />}
      <Stack component="ul" className="plain-list">
        {secrets.map((secret) => (
          <Group component="li" key={secret.id} gap="sm" align="end">
            <SecretText secret={secret} />
            <CopyButton value={secret.token} size="md" />
            {secrets.length > 1 && (
              <RevokeSecret secret={{ id: secret.id, hint: secretHint(secret.token) }} answer={answer} />
            )}
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}

function SecretText({ secret }: { secret: Secret }) {
  const t = useTexts('programs')
  const { locale } = useSession()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(secret.created_at),
  )
  return (
    <PasswordField
      flex="1 1 16rem"
      name={`secret-${secret.id}`}
      label={t('brand.secret', { date })}
      value={secret.token}
      readOnly
      autoComplete="off"
    />
  )
}
