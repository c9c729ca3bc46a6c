import { Code, Group, Stack, Tabs, Text, Title } from '@mantine/core'
import { use, useState } from 'react'
import type { ReactNode } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Panel } from '#ui/panel.tsx'
import { LANGUAGES, writeSample } from '../rules/code-samples.ts'
import { buildRequest, chooseValues } from '../rules/example-values.ts'
import type { ApiCall, CallField, CallParameter } from '../rules/operations.ts'
import { ReaderContext } from './reader.ts'
import { TryIt } from './try-it.tsx'

interface ApiCallListProps {
  calls: readonly ApiCall[]
  /** The calls to show, by their `operationId`, in this order. */
  ids: readonly string[]
  /** What stands above the calls. */
  children?: ReactNode
}

/** Calls of the API, one panel each. */
export function ApiCallList({ calls, ids, children }: ApiCallListProps) {
  return (
    <Stack gap="lg" mt="lg">
      {children}
      {ids
        .flatMap((id) => calls.find((call) => call.id === id) ?? [])
        .map((call) => (
          <ApiCallPanel key={call.id} call={call} />
        ))}
    </Stack>
  )
}

/** A call of the API: parameters, answer, code samples and a form that sends it. */
function ApiCallPanel({ call }: { call: ApiCall }) {
  const t = useTexts('api')
  const { siteKey, days } = use(ReaderContext)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const values = { ...chooseValues(call, { siteKey: siteKey ?? t('doc.sitePlace'), days }), ...chosen }
  const isForKeys = call.scope !== undefined
  const isUpload = call.parameters.some(({ place }) => place === 'file')
  return (
    <Panel title={call.title} text={call.text}>
      <Stack gap="lg">
        <Group gap="md">
          <Code bg="var(--surface-sunk)" px="sm" py={6} fz="0.95rem" fw={600}>
            {call.method} {call.address}
          </Code>
          <Text span size="sm" c="dimmed">
            {isForKeys ? t('doc.scope', { scope: call.scope ?? '' }) : t('doc.noKey')}
          </Text>
        </Group>
        {call.parameters.length > 0 && <ParameterTable parameters={call.parameters} />}
        {isForKeys ? <Samples call={call} values={values} /> : <LinkExample call={call} values={values} />}
        <FieldList fields={call.fields} />
        {isForKeys && !isUpload && (
          <TryIt call={call} values={values} onChange={(change) => setChosen({ ...chosen, ...change })} />
        )}
      </Stack>
    </Panel>
  )
}

function ParameterTable({ parameters }: { parameters: readonly CallParameter[] }) {
  const t = useTexts('api')
  const columns = useParameterColumns()
  return <DataTable label={t('doc.parameters')} columns={columns} rows={parameters} rowKey={({ name }) => name} />
}

function useParameterColumns(): Column<CallParameter>[] {
  const t = useTexts('api')
  return [
    { key: 'name', header: t('doc.parameter'), isTitle: true, cell: (row) => <ParameterName parameter={row} /> },
    { key: 'type', header: t('doc.type'), cell: (row) => <TypeText parameter={row} /> },
    { key: 'text', header: t('doc.meaning'), cell: ({ text }) => text },
  ]
}

function ParameterName({ parameter: { name, isRequired, isDeprecated } }: { parameter: CallParameter }) {
  const t = useTexts('api')
  return (
    <>
      <code>{name}</code>{' '}
      {(isRequired || isDeprecated) && (
        <Text span size="sm" fw={400} c={isDeprecated ? 'var(--warn)' : 'dimmed'}>
          {isRequired ? t('doc.required') : t('doc.deprecated')}
        </Text>
      )}
    </>
  )
}

function TypeText({ parameter: { type, defaultValue } }: { parameter: CallParameter }) {
  const t = useTexts('api')
  return (
    <>
      <code>{type}</code>
      {defaultValue !== undefined && (
        <Text span size="sm" c="dimmed">
          {' '}
          {t('doc.default', { value: defaultValue })}
        </Text>
      )}
    </>
  )
}

/** The fields of the answer, folded because there are many. */
function FieldList({ fields }: { fields: readonly CallField[] }) {
  const t = useTexts('api')
  const columns = useFieldColumns()
  if (fields.length === 0) return null
  return (
    <details>
      <Text component="summary" c="var(--brand)" fw={500} style={{ cursor: 'pointer' }}>
        {t('doc.reply')} ({fields.length})
      </Text>
      <DataTable label={t('doc.reply')} columns={columns} rows={fields} rowKey={({ name }) => name} />
    </details>
  )
}

function useFieldColumns(): Column<CallField>[] {
  const t = useTexts('api')
  return [
    { key: 'name', header: t('doc.field'), isTitle: true, cell: ({ name }) => <code>{name}</code> },
    { key: 'type', header: t('doc.type'), cell: ({ type }) => <code>{type}</code> },
    { key: 'text', header: t('doc.meaning'), cell: ({ text }) => text },
  ]
}

interface ExampleProps {
  call: ApiCall
  values: Record<string, string>
}

/** The call in four languages, with the reader's own keys. */
function Samples({ call, values }: ExampleProps) {
  const t = useTexts('api')
  const { publicUrl } = useSession()
  const { secret } = use(ReaderContext)
  const { method, address, body, file } = buildRequest(call, values)
  const request = { method, url: publicUrl + address, key: secret || t('doc.keyPlace'), body, file }
  return (
    <div>
      <Title order={3} mb="xs">
        {t('doc.samples')}
      </Title>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List aria-label={t('doc.samples')} mb="sm">
          {LANGUAGES.map((language) => (
            <Tabs.Tab key={language} value={language}>
              {t(`doc.language.${language}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {LANGUAGES.map((language) => (
          <Tabs.Panel key={language} value={language}>
            <CodeBlock code={writeSample(language, request)} label={t(`doc.language.${language}`)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}

/** A link that a visitor can follow, for a call without a key. */
function LinkExample({ call, values }: ExampleProps) {
  const t = useTexts('api')
  const { publicUrl } = useSession()
  return (
    <Group align="end" gap="xs" grow>
      <Stack gap={4}>
        <CopyField label={t('doc.link')} value={(call.origin ?? publicUrl) + buildRequest(call, values).address} />
        <Text size="sm" c="dimmed">
          {t('doc.linkText')}
        </Text>
      </Stack>
    </Group>
  )
}
