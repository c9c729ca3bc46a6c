import { Button, Fieldset, Group, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { TermsView } from '../contract/program.ts'
import { OperatorFields, OrderTermsFields } from './terms-fields.tsx'

const DateField = lazy(async () => ({ default: (await import('#ui/date-field.tsx')).DateField }))

interface NewTermsPanelProps {
  /** The newest version, whose values the form starts with. */
  latest: TermsView | undefined
  result: IntentAnswer | undefined
  /** What a new version does. */
  text: string
  /** Whether an operator fills the form in, who sets the fee of the network and may change terms without notice. */
  isOperator?: boolean
  children: ReactNode
}

/** The form that adds the next version of the terms. */
export function NewTermsPanel({ latest, result, text, isOperator = false, children }: NewTermsPanelProps) {
  const t = useTexts('programs')
  const { today = '' } = useSession()
  return (
    <Panel title={t('terms.new')} text={text}>
      <ActionForm intent="terms" result={result}>
        {children}
        <OrderTermsFields latest={latest}>
          <Suspense>
            <DateField
              name="effective_from"
              label={t('terms.effectiveFrom')}
              description={t('terms.effectiveHint')}
              today={today}
              notBefore={today}
              minuteStep={15}
            />
          </Suspense>
        </OrderTermsFields>
        <Rates latest={latest?.rates ?? []} />
        {isOperator && <OperatorFields latest={latest} />}
        <SubmitButton>{t('terms.add')}</SubmitButton>
      </ActionForm>
    </Panel>
  )
}

interface RateRow {
  key: number
  action_type: string
  kind: 'percent' | 'fixed'
  value: string
}

const SALE = { action_type: 'sale', kind: 'percent', value: '' } as const

/**
 * The rates of the new terms, one line per event. Lines are added and removed in the browser; their fields are numbered
 * in display order.
 */
function Rates({ latest }: { latest: TermsView['rates'] }) {
  const t = useTexts('programs')
  const [rows, setRows] = useState<RateRow[]>(() =>
    (latest.length === 0 ? [SALE] : latest).map((rate, key) => ({ ...rate, key })),
  )
  const nextKey = Math.max(...rows.map(({ key }) => key)) + 1
  const add = () => setRows([...rows, { key: nextKey, action_type: '', kind: 'fixed', value: '' }])
  return (
    <Fieldset variant="unstyled" legend={t('terms.rates')}>
      <Text c="dimmed">{t('terms.actionHint')}</Text>
      {rows.map((row, number) => (
        <RateFields
          key={row.key}
          row={row}
          number={number}
          onRemove={rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== row.key)) : undefined}
        />
      ))}
      <Button variant="default" size="sm" onClick={add} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('terms.addRate')}
      </Button>
    </Fieldset>
  )
}

interface RateFieldsProps {
  row: RateRow
  number: number
  onRemove: (() => void) | undefined
}

function RateFields({ row, number, onRemove }: RateFieldsProps) {
  const t = useTexts('programs')
  const name = `rates.${number}`
  return (
    <Group align="end" gap="sm" my="sm">
      <TextField
        flex="1 1 9rem"
        name={`${name}.action_type`}
        label={t('terms.action')}
        defaultValue={row.action_type}
        autoCapitalize="off"
        maxLength={40}
      />
      <SelectField
        flex="1 1 9rem"
        name={`${name}.kind`}
        label={t('terms.kind')}
        data={[
          { value: 'percent', label: t('terms.percent') },
          { value: 'fixed', label: t('terms.fixed') },
        ]}
        defaultValue={row.kind}
      />
      <TextField
        flex="1 1 9rem"
        name={`${name}.value`}
        label={t('terms.value')}
        inputMode="decimal"
        defaultValue={row.value}
      />
      {onRemove && (
        <Button variant="subtle" px={0} onClick={onRemove} aria-label={`${t('terms.removeRate')} ${number + 1}`}>
          <IconTrash size={18} aria-hidden />
        </Button>
      )}
    </Group>
  )
}
