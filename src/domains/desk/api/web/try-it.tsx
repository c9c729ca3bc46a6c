import { Alert, Button, Group, NativeSelect, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { use, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { buildRequest } from '../rules/example-values.ts'
import type { ApiCall, CallParameter } from '../rules/operations.ts'
import { ReaderContext } from './reader.ts'
import { sendRequest } from './send-request.ts'
import type { CallAnswer } from './send-request.ts'

interface TryItProps {
  call: ApiCall
  values: Record<string, string>
  onChange: (change: Record<string, string>) => void
}

/** A form that sends a call from this page with the reader's API key and shows the answer. */
export function TryIt({ call, values, onChange }: TryItProps) {
  const t = useTexts('api')
  const { secret, setSecret } = use(ReaderContext)
  const [answer, setAnswer] = useState<CallAnswer | 'pending'>()
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    setAnswer('pending')
    setAnswer(await sendRequest(buildRequest(call, values), secret))
  }
  return (
    <details>
      <Text component="summary" c="var(--brand)" fw={500} style={{ cursor: 'pointer' }}>
        {t('doc.tryIt')}
      </Text>
      <form onSubmit={(event) => void send(event)} aria-label={`${t('doc.tryIt')}: ${call.title}`}>
        <Stack gap="md" mt="md">
          <PasswordInput
            label={t('doc.keyField')}
            description={t('doc.keyHint')}
            value={secret}
            onChange={(event) => setSecret(event.target.value.trim())}
            autoComplete="off"
            maw="34rem"
            required
          />
          <FieldGrid minWidth="12rem">
            {call.parameters
              .filter(({ isDeprecated }) => !isDeprecated)
              .map((parameter) => (
                <ParameterField
                  key={parameter.name}
                  parameter={parameter}
                  value={values[parameter.name] ?? ''}
                  onChange={(value) => onChange({ [parameter.name]: value })}
                />
              ))}
          </FieldGrid>
          <Group>
            <Button type="submit" loading={answer === 'pending'}>
              {t('doc.send')}
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">{answer !== undefined && answer !== 'pending' && <Answer answer={answer} />}</div>
    </details>
  )
}

interface ParameterFieldProps {
  parameter: CallParameter
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const t = useTexts('api')
  const { name, options, isRequired } = parameter
  if (options.length === 0) {
    return (
      <TextInput
        label={name}
        value={value}
        required={isRequired}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <NativeSelect
      label={name}
      value={value}
      required={isRequired}
      data={[...(isRequired ? [] : [{ value: '', label: t('doc.choose') }]), ...options]}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

function Answer({ answer }: { answer: CallAnswer }) {
  const t = useTexts('api')
  if (answer.kind === 'offline') {
    return (
      <Alert mt="md" color="bad">
        {t('doc.offline')}
      </Alert>
    )
  }
  const { status, ms, headers, body, isCut } = answer
  return (
    <Stack gap="xs" mt="md">
      <section aria-label={t('doc.answer')} style={{ maxHeight: '30rem', overflow: 'auto' }}>
        <CodeBlock
          label={t('doc.status', { status: String(status), ms: String(ms) })}
          code={`${headers.join('\n')}\n\n${body}`.trim()}
        />
      </section>
      {isCut && (
        <Text size="sm" c="dimmed">
          {t('doc.cut')}
        </Text>
      )}
    </Stack>
  )
}
