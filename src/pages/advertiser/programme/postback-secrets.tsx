import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { SecretView } from '#domains/people/advertisers/contract.ts'
import { SECRET_KINDS } from '#domains/people/advertisers/rules.ts'
import type { SecretKind } from '#domains/people/advertisers/rules.ts'
import { CreateSecret, NewSecret, RevokeSecret, SecretState } from '#domains/people/advertisers/web/secrets-panel.tsx'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import { TeamGate } from '#ui/team-gate.tsx'

interface PostbackSecretsProps {
  /** The valid secrets, newest first. */
  secrets: readonly SecretView[]
  answer: IntentAnswer | undefined
}

/** The advertiser's valid secrets by kind, masked; a new one is shown once. */
export function PostbackSecrets({ secrets, answer }: PostbackSecretsProps) {
  const t = useTexts('programs')
  return (
    <Panel title={t('brand.secrets')} text={t('brand.secretsText')}>
      <NewSecret answer={answer} />
      <TeamGate act="manage_keys">
        <SimpleGrid minColWidth="min(100%, 22rem)" spacing="xl">
          {SECRET_KINDS.map((kind) => (
            <SecretsOfKind key={kind} kind={kind} secrets={secrets} answer={answer} />
          ))}
        </SimpleGrid>
      </TeamGate>
    </Panel>
  )
}

function SecretsOfKind({ kind, secrets, answer }: PostbackSecretsProps & { kind: SecretKind }) {
  const t = useTexts('programs')
  const advertisers = useTexts('advertisers')
  const own = secrets.filter((secret) => secret.kind === kind)
  return (
    <Stack gap="sm" align="start">
      <Title order={3}>{advertisers(`secrets.kindName.${kind}`)}</Title>
      <Text c="dimmed">{advertisers(`secrets.kindText.${kind}`)}</Text>
      {own.length === 0 && <Text>{t('brand.noSecret')}</Text>}
      <Stack component="ul" className="plain-list">
        {own.map((secret) => (
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
      <CreateSecret kind={kind} secrets={secrets} answer={answer} />
    </Stack>
  )
}
