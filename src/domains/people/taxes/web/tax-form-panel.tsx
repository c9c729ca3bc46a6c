import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import { Suspense, lazy } from 'react'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { DateText } from '#ui/money-text.tsx'
import { useOpenedForm } from '#ui/opened-form.ts'
import { Panel } from '#ui/panel.tsx'
import type { LegalView, TaxFormView } from '../contract.ts'
import { FormBadge } from './form-badge.tsx'

const HandInForm = lazy(async () => ({ default: (await import('./hand-in-form.tsx')).HandInForm }))

/** The blank forms of the IRS. */
const BLANK_FORMS = {
  'W-9': 'https://www.irs.gov/pub/irs-pdf/fw9.pdf',
  'W-8BEN': 'https://www.irs.gov/pub/irs-pdf/fw8ben.pdf',
  'W-8BEN-E': 'https://www.irs.gov/pub/irs-pdf/fw8bene.pdf',
}

interface TaxFormPanelProps {
  tax: LegalView['tax']
  answer: IntentAnswer | undefined
}

/** The tax forms of the publisher, what they mean for its payments, and the dialog that hands one in. */
export function TaxFormPanel({ tax, answer }: TaxFormPanelProps) {
  const t = useTexts('taxes')
  const { isOpen, open, close, result } = useOpenedForm(answer, 'submitTaxForm')
  const canHandIn = tax.admitted.length > 0
  return (
    <Panel
      title={t('form.title')}
      text={t(tax.is_required ? 'form.required' : 'form.optional')}
      actions={canHandIn && <Button onClick={open}>{t('form.handIn')}</Button>}
    >
      <Stack>
        <StateNote tax={tax} />
        <Advice admitted={tax.admitted} />
        <DataTable
          label={t('form.label')}
          columns={useColumns()}
          rows={tax.forms}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('form.none')} />}
        />
      </Stack>
      <Dialog title={t('form.handIn')} isOpen={isOpen} onClose={close}>
        <Suspense>
          <HandInForm admitted={tax.admitted} result={result} />
        </Suspense>
      </Dialog>
    </Panel>
  )
}

function StateNote({ tax: { state, is_required: isRequired } }: { tax: LegalView['tax'] }) {
  const t = useTexts('taxes')
  const isGood = state === 'verified'
  if (!isRequired && !isGood && state !== 'waiting') return null
  const text = state === 'waiting' && !isRequired ? 'state.waitingOptional' : (`state.${state}` as const)
  return (
    <Alert
      color={isGood ? 'good' : 'warn'}
      icon={isGood ? <IconCircleCheck aria-hidden /> : <IconClock aria-hidden />}
      title={t(text)}
    />
  )
}

/** Which form the publisher needs, and where the blank ones are. */
function Advice({ admitted }: { admitted: LegalView['tax']['admitted'] }) {
  const t = useTexts('taxes')
  const [usual] = admitted
  if (usual === undefined) return <Text c="dimmed">{t('form.needsDetails')}</Text>
  return (
    <div>
      <Text>{t('form.usual', { form: usual })}</Text>
      {usual !== 'W-9' && <Text>{t('form.orW9')}</Text>}
      <List size="sm" mt="xs">
        {admitted.map((form) => (
          <List.Item key={form}>
            <Anchor href={BLANK_FORMS[form]} target="_blank" rel="noreferrer">
              {form}: {t('form.blank')}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </div>
  )
}

function useColumns(): Column<TaxFormView>[] {
  const t = useTexts('taxes')
  return [
    {
      key: 'form',
      header: t('form.name'),
      isTitle: true,
      cell: ({ id, form, file }) =>
        file === null ? (
          <CellText details={[t('form.fileGone')]}>{form}</CellText>
        ) : (
          <CellText details={[file.name]}>
            <Anchor href={`/api/v1/account/publishers/me/legal/tax-forms/${id}/file`} download>
              {t('form.open', { name: form })}
            </Anchor>
          </CellText>
        ),
    },
    {
      key: 'status',
      header: t('form.status'),
      place: 'status',
      cell: ({ status, reason }) => (
        <CellText details={[reason]}>
          <FormBadge status={status} />
        </CellText>
      ),
    },
    { key: 'signed', header: t('form.signedOn'), cell: (row) => <DateText value={row.signed_on} /> },
    {
      key: 'until',
      header: t('form.until'),
      cell: ({ expires_on: day }) => (day === null ? t('form.noEnd') : <DateText value={day} />),
    },
    { key: 'submitted', header: t('form.submittedAt'), cell: (row) => <DateText value={row.submitted_at} /> },
  ]
}
