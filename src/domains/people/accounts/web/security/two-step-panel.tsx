import { Code, Group, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { CopyButton, CopyField } from '#ui/copy-field.tsx'
import { PasswordField, TextField } from '#ui/fields.tsx'
import { ActionForm, FormMessage, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { DateText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { getTwoStepCall } from '../../contract/two-step.ts'

const QrCode = lazy(async () => ({ default: (await import('#ui/qr-code.tsx')).QrCode }))

/** The reply of `getTwoStepCall`, as far as the panel shows it. */
type TwoStep = Omit<ReplyOf<typeof getTwoStepCall>, 'success'>

interface TwoStepPanelProps {
  twoStep: TwoStep
  answer: IntentAnswer | undefined
}

/** Switches two-step sign-in on and off, and shows new recovery codes once. */
export function TwoStepPanel({ twoStep, answer }: TwoStepPanelProps) {
  const t = useTexts('security')
  const { actor } = useSession()
  return (
    <Panel title={t('twoStep.title')} text={t('twoStep.text')}>
      <Stack gap="md" align="start">
        <NewRecoveryCodes answer={answer} />
        {twoStep.is_on ? <SwitchedOn twoStep={twoStep} answer={answer} /> : <SetUp answer={answer} />}
        {actor?.role === 'operator' && <Policy twoStep={twoStep} answer={answer} />}
      </Stack>
    </Panel>
  )
}

/** First a button that makes a secret, then the secret with the form for the first code. */
function SetUp({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('security')
  const [begun, setBegun] = useState<IntentAnswer>()
  const beginning = answerTo(answer, 'beginTwoStep')
  if (beginning?.ok && beginning !== begun) setBegun(beginning)
  const confirming = answerTo(answer, 'confirmTwoStep')
  const secret = begun?.ok ? (begun.reply as { secret: string; uri: string }) : undefined
  if (!secret && !confirming) {
    return (
      <ActionForm intent="beginTwoStep" result={beginning}>
        <SubmitButton size="sm">{t('twoStep.begin')}</SubmitButton>
      </ActionForm>
    )
  }
  // Without a script the page forgets the secret when a code is wrong.
  return (
    <>
      {!secret && (
        <ActionForm intent="beginTwoStep" result={beginning}>
          <SubmitButton size="sm" variant="default">
            {t('twoStep.again')}
          </SubmitButton>
        </ActionForm>
      )}
      {secret && (
        <Group align="start" gap="lg">
          <Suspense fallback={<Skeleton w={192} h={192} />}>
            <QrCode value={secret.uri} label={t('twoStep.qr')} />
          </Suspense>
          <Stack gap="sm" flex={1} miw="14rem">
            <Text>{t('twoStep.scan')}</Text>
            <CopyField label={t('twoStep.secret')} value={secret.secret} />
          </Stack>
        </Group>
      )}
      <ActionForm intent="confirmTwoStep" result={confirming}>
        <TextField
          name="code"
          label={t('twoStep.code')}
          description={t('twoStep.codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={9}
          required
        />
        <SubmitButton size="sm">{t('twoStep.confirm')}</SubmitButton>
      </ActionForm>
    </>
  )
}

function NewRecoveryCodes({ answer }: { answer: IntentAnswer | undefined }) {
  const t = useTexts('security')
  const shown = answerTo(answer, 'confirmTwoStep') ?? answerTo(answer, 'replaceRecoveryCodes')
  if (!shown?.ok) return null
  const codes = (shown.reply as { recovery_codes: string[] }).recovery_codes
  return (
    <Stack gap="sm" align="start">
      <FormMessage tone="good">{t('twoStep.codesOnce')}</FormMessage>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {codes.map((code) => (
          <Code key={code} fz="0.95rem">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <CopyButton value={codes.join('\n')} />
    </Stack>
  )
}

function SwitchedOn({ twoStep, answer }: TwoStepPanelProps) {
  const t = useTexts('security')
  return (
    <>
      <Text>
        {t('twoStep.on')} {twoStep.since !== null && <DateText value={twoStep.since} />}
        {'. '}
        {t('twoStep.codesLeft', { count: twoStep.recovery_codes_left })}
      </Text>
      <Group gap="xs">
        <ConfirmAction
          size="sm"
          variant="default"
          label={t('twoStep.newCodes')}
          title={t('twoStep.newCodesTitle')}
          text={t('twoStep.newCodesText')}
          confirmLabel={t('twoStep.newCodes')}
          intent="replaceRecoveryCodes"
          result={answerTo(answer, 'replaceRecoveryCodes')}
        />
        <ConfirmAction
          size="sm"
          tone="bad"
          label={t('twoStep.end')}
          title={t('twoStep.endTitle')}
          text={t('twoStep.endText')}
          confirmLabel={t('twoStep.end')}
          intent="endTwoStep"
          result={answerTo(answer, 'endTwoStep')}
        >
          <PasswordField name="password" label={t('verify.label')} autoComplete="current-password" required />
        </ConfirmAction>
      </Group>
    </>
  )
}

/** Lets an operator who has two-step sign-in require it of all operators. */
function Policy({ twoStep, answer }: TwoStepPanelProps) {
  const t = useTexts('security')
  const isRequired = twoStep.is_required_for_operators
  if (!twoStep.is_on) return isRequired ? null : <Text c="dimmed">{t('twoStep.ownFirst')}</Text>
  return (
    <ActionForm intent="setSignInPolicy" result={answerTo(answer, 'setSignInPolicy')}>
      <HiddenField name="is_required" value={isRequired ? '' : '1'} />
      <Text>{t(isRequired ? 'twoStep.required' : 'twoStep.notRequired')}</Text>
      <SubmitButton size="sm" variant="default">
        {t(isRequired ? 'twoStep.allow' : 'twoStep.require')}
      </SubmitButton>
    </ActionForm>
  )
}
