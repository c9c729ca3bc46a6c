import { Code, Text } from '@mantine/core'
import { CANCEL_REASONS } from '#domains/orders/transactions/contract/vocabulary.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ParameterRow } from './parameter-rows.ts'

/** Every parameter of `/postback`: what it means, its shape, an example, and the reasons of answers that name it. */
export function ParametersPanel({ rows }: { rows: readonly ParameterRow[] }) {
  const t = useTexts('programs')
  return (
    <Panel title={t('brand.parameters.title')} text={t('brand.parameters.text')} flush>
      <DataTable
        label={t('brand.parameters.title')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ name }) => name}
        empty={null}
      />
    </Panel>
  )
}

function useColumns(): Column<ParameterRow>[] {
  const t = useTexts('programs')
  return [
    {
      key: 'name',
      header: t('brand.parameters.name'),
      isTitle: true,
      cell: ({ name, use, otherNames }) => (
        <div>
          <Code>{name}</Code>
          {use !== 'optional' && <Text size="sm">{t(`brand.parameters.${use}`)}</Text>}
          {otherNames.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('brand.parameters.otherNames', { names: otherNames.join(', ') })}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'meaning',
      header: t('brand.parameters.meaning'),
      cell: ({ name, meaning }) => (
        <div>
          {meaning}
          <Text size="sm" c="dimmed">
            {t(`brand.parameters.shape.${name}`, { codes: CANCEL_REASONS.join(', ') })}
          </Text>
        </div>
      ),
    },
    { key: 'example', header: t('brand.parameters.example'), cell: ({ example }) => <Code>{example}</Code> },
    {
      key: 'reasons',
      header: t('brand.parameters.reasons'),
      cell: ({ reasons }) => (reasons.length === 0 ? '–' : <Reasons reasons={reasons} />),
    },
  ]
}

function Reasons({ reasons }: Pick<ParameterRow, 'reasons'>) {
  const t = useTexts('programs')
  return (
    <details>
      <summary>{t('brand.parameters.reasonCount', { count: reasons.length })}</summary>
      <ul className="plain-list">
        {reasons.map(({ code, sentence }) => (
          <Text key={code} component="li" size="sm" py={4}>
            <Code>{code}</Code> {sentence}
          </Text>
        ))}
      </ul>
    </details>
  )
}
