import { Button, Group, Input, NativeSelect, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Restriction } from '#domains/partners/terms/contract/advertiser.ts'
import type { OrderTermsView, ProgramView } from '#domains/programmes/programs/contract/program.ts'
import { methodField } from '#domains/programmes/programs/web/program-input.ts'
import { OrderTermsFields } from '#domains/programmes/programs/web/terms-fields.tsx'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { ActLink } from '#ui/team-gate.tsx'

/** Names the form in the address. */
export const ORDER_TERMS = 'order-terms'

interface OrderTermsProps {
  terms: OrderTermsView
  /** What they restrict of methods, where they are not in force yet. */
  restricts?: readonly Restriction[]
  /** The terms in force, where these are others to come. */
  before?: OrderTermsView
  isChangeable: boolean
}

/** What a version or a draft says about all orders; what it changes stands beside what holds now. */
export function OrderTerms({ terms, restricts = [], before, isChangeable }: OrderTermsProps) {
  const t = useTexts('rates')
  const programs = useTexts('programs')
  const sayFacts = useFacts()
  const said = sayFacts(terms)
  const now = before ? sayFacts(before) : said
  return (
    <Stack p={{ base: 'var(--space-4)', sm: 'var(--space-5)' }} gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{t('orderTerms.title')}</Text>
        {isChangeable && (
          <ActLink act="set_terms" to={`?edit=${ORDER_TERMS}`} variant="default" size="sm">
            {t('orderTerms.edit')}
          </ActLink>
        )}
      </Group>
      <Facts
        facts={[
          ...said.map(([name, value], index): [string, string] => {
            const old = now[index]?.[1] ?? value
            return [name, old === value ? value : t('orderTerms.changed', { value, now: old })]
          }),
          ...restricts.map(({ method, stance }): [string, string] => [method, programs(`stance.${stance ?? 'none'}`)]),
        ]}
      />
    </Stack>
  )
}

function useFacts() {
  const t = useTexts('programs')
  return (terms: OrderTermsView): [name: string, value: string][] => {
    const { window_days: days, max_extensions: max, extension_days: each, hold_note: note } = terms
    const end = t(`validationEnd.${terms.validation_end}`)
    return [
      [t('terms.window'), days === 0 ? t('terms.session') : t('terms.days', { days })],
      [t('terms.validation'), t('terms.days', { days: terms.validation_days })],
      [t('terms.validationEnd'), note === '' ? end : `${end} (${note})`],
      [t('terms.maxExtensions'), max > 0 ? t('terms.extensions', { max, days: each }) : t('terms.noExtensions')],
      [t('terms.coupons'), t(`couponRule.${terms.coupon_rule}`)],
    ]
  }
}

interface OrderTermsFormProps {
  terms: OrderTermsView
  restricts: readonly Restriction[]
  /** What the programme permits now. */
  methods: ProgramView['methods']
  revision: number
  result: IntentAnswer | undefined
}

/** The form for what the draft says about all orders. */
export function OrderTermsForm({ terms, restricts, methods, revision, result }: OrderTermsFormProps) {
  const t = useTexts('rates')
  return (
    <Panel title={t('orderTerms.title')} text={t('orderTerms.text')}>
      <ActionForm intent="orderTerms" result={result}>
        <HiddenField name="revision" value={revision} />
        <OrderTermsFields latest={terms} />
        {methods.length > 0 && <RestrictionFields methods={methods} restricts={restricts} />}
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

/** For each method that is permitted now, whether it stays so. */
function RestrictionFields({ methods, restricts }: Pick<OrderTermsFormProps, 'methods' | 'restricts'>) {
  const t = useTexts('programs')
  const rates = useTexts('rates')
  const chosen = new Map(restricts.map(({ method, stance }) => [method, stance ?? 'none']))
  return (
    <Input.Wrapper
      label={rates('orderTerms.methods')}
      labelElement="div"
      description={rates('orderTerms.methodsText')}
      descriptionProps={{ mb: 'xs' }}
    >
      <FieldGrid minWidth="11rem">
        {methods.map(({ method, stance }) => (
          <NativeSelect
            key={method}
            size="sm"
            name={methodField(method)}
            label={method}
            data={[
              { value: '', label: t(`stance.${stance}`) },
              ...(stance === 'allowed' ? [{ value: 'under_condition', label: t('stance.under_condition') }] : []),
              { value: 'none', label: t('stance.none') },
            ]}
            defaultValue={chosen.get(method) ?? ''}
          />
        ))}
      </FieldGrid>
    </Input.Wrapper>
  )
}
