import { Button, Group, Text } from '@mantine/core'
import { Suspense, lazy } from 'react'
import { Link } from 'react-router'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { NameField } from '#ui/name-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { CUSTOMER_STATUSES } from '#domains/programmes/rates/rules/resolve.ts'
import type { RateLineView, RatesView } from '../contract/advertiser.ts'
import { getLastDay } from './rate-lines.tsx'

const DateField = lazy(async () => ({ default: (await import('#ui/date-field.tsx')).DateField }))

interface RateFormProps {
  /** The rate to change; undefined for a new one. */
  line: RateLineView | undefined
  revision: number
  choices: Pick<RatesView, 'groups' | 'regions'>
  result: IntentAnswer | undefined
}

/** The form for one rate of the draft. */
export function RateForm({ line, revision, choices, result }: RateFormProps) {
  const t = useTexts('rates')
  return (
    <Panel title={t(line ? 'form.edit' : 'form.new')}>
      <ActionForm intent="rate" result={result}>
        <HiddenField name="revision" value={revision} />
        {line && <HiddenField name="replaces.rule" value={line.rule} />}
        {line && <HiddenField name="replaces.action_type" value={line.action_type} />}
        <RateFields line={line} />
        <div>
          <Text fw={600}>{t('form.for')}</Text>
          <Text c="dimmed">{t('form.forHint')}</Text>
        </div>
        <OrderFields line={line} choices={choices} />
        <Group gap="xs">
          <SubmitButton>{t('form.save')}</SubmitButton>
          <Button component={Link} to="?" variant="default">
            {t('form.cancel')}
          </Button>
        </Group>
      </ActionForm>
    </Panel>
  )
}

function RateFields({ line }: Pick<RateFormProps, 'line'>) {
  const t = useTexts('rates')
  return (
    <FieldGrid minWidth="10rem">
      <TextField
        name="action_type"
        label={t('form.event')}
        description={t('form.eventHint')}
        defaultValue={line?.action_type ?? 'sale'}
        autoCapitalize="off"
        maxLength={40}
        required
      />
      <SelectField
        name="kind"
        label={t('form.kind')}
        data={[
          { value: 'percent', label: t('form.percent') },
          { value: 'fixed', label: t('form.fixed') },
        ]}
        defaultValue={line?.kind ?? 'percent'}
      />
      <TextField name="value" label={t('form.value')} inputMode="decimal" defaultValue={line?.value} required />
    </FieldGrid>
  )
}

function OrderFields({ line, choices }: Pick<RateFormProps, 'line' | 'choices'>) {
  return (
    <FieldGrid minWidth="12rem">
      <PublisherField line={line} />
      <GroupField line={line} groups={choices.groups} />
      <ProductFields line={line} regions={choices.regions} />
      <PeriodFields line={line} />
    </FieldGrid>
  )
}

type LineProps = Pick<RateFormProps, 'line'>

function GroupField({ line, groups }: LineProps & Pick<RatesView, 'groups'>) {
  const t = useTexts('rates')
  const present = line?.group?.id
  if (groups.length === 0) return null
  return (
    <SelectField
      name="group_id"
      label={t('form.group')}
      data={[
        { value: '', label: t('form.any') },
        ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      defaultValue={present === undefined ? '' : String(present)}
    />
  )
}

function ProductFields({ line, regions }: LineProps & Pick<RatesView, 'regions'>) {
  const t = useTexts('rates')
  const any = { value: '', label: t('form.any') }
  return (
    <>
      <TextField
        name="product_group"
        label={t('form.productGroup')}
        description={t('form.productGroupHint')}
        defaultValue={line?.product_group ?? ''}
        maxLength={60}
      />
      <SelectField
        name="customer"
        label={t('form.customer')}
        data={[any, ...CUSTOMER_STATUSES.map((value) => ({ value, label: t(`customer.${value}`) }))]}
        defaultValue={line?.customer ?? ''}
      />
      <SelectField
        name="region"
        label={t('form.region')}
        description={t('form.regionHint')}
        data={[any, ...regions.map(({ code, name }) => ({ value: code, label: name }))]}
        defaultValue={line?.region?.code ?? ''}
      />
    </>
  )
}

function PeriodFields({ line }: LineProps) {
  const t = useTexts('rates')
  const { today = '' } = useSession()
  const start = line?.starts_at?.slice(0, 10) ?? ''
  const end = line?.ends_at ? getLastDay(line.ends_at) : ''
  return (
    <Suspense>
      <DateField name="starts_on" label={t('form.startsOn')} today={today} defaultValue={start} />
      <DateField name="ends_on" label={t('form.endsOn')} today={today} defaultValue={end} />
    </Suspense>
  )
}

function PublisherField({ line }: LineProps) {
  const t = useTexts('rates')
  const publisher = line?.publisher
  return (
    <NameField
      kind="publishers"
      name="publisher_id"
      label={t('form.publisher')}
      description={t('form.publisherHint')}
      chosen={publisher ? { id: String(publisher.id), name: publisher.name } : undefined}
      anyLabel={t('form.any')}
    />
  )
}
