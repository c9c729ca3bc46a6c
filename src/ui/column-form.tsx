import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ColumnChoice } from '#kernel/columns.ts'
import { writeReading } from '#kernel/columns.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from './field-grid.tsx'

/** Asks which column of a file is which column of an import. */
export function ColumnForm({ choice, onUse }: { choice: ColumnChoice; onUse: (columns: string) => void }) {
  const t = useTexts('ui')
  const { columns, required, headers } = choice
  const [chosen, setChosen] = useState(() => new Map(columns.map(({ name, index }) => [name, index])))
  const getLabel = (name: string) => columns.find((column) => column.name === name)?.label ?? name
  const missing = required.filter((group) => group.every((name) => (chosen.get(name) ?? null) === null))
  const options = [{ value: '', label: t('csv.columns.none') }, ...headers.map(toOption)]
  const isNeeded = (name: string) => required.some((group) => group.length === 1 && group.includes(name))
  const use = () => onUse(writeReading(Object.fromEntries([...chosen].filter(isChosen))))
  return (
    <Stack gap="sm">
      <Text>{t('csv.columns.ask')}</Text>
      <FieldGrid>
        {columns.map(({ name, label }) => (
          <NativeSelect
            key={name}
            label={label}
            required={isNeeded(name)}
            data={options}
            value={chosen.get(name)?.toString() ?? ''}
            onChange={({ currentTarget: { value } }) =>
              setChosen(new Map(chosen).set(name, value === '' ? null : Number(value)))
            }
          />
        ))}
      </FieldGrid>
      <Group>
        <Button disabled={missing.length > 0} onClick={use}>
          {t('csv.columns.use')}
        </Button>
        {missing.length > 0 && (
          <Text c="dimmed" size="sm">
            {t('csv.columns.missing', {
              names: missing.map((group) => group.map(getLabel).join(' / ')).join(', '),
            })}
          </Text>
        )}
      </Group>
    </Stack>
  )
}

/** Says as which columns the file was read, and lets a person choose others. */
export function ReadColumns({ choice, onChange }: { choice: ColumnChoice; onChange: () => void }) {
  const t = useTexts('ui')
  const read = choice.columns.flatMap(({ label, index }) => {
    const header = index === null ? undefined : choice.headers[index]
    return header && index !== null ? [`${label} = ${header.label || index + 1}`] : []
  })
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {t('csv.columns.read', { columns: read.join(', ') })}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onChange}>
        {t('csv.columns.change')}
      </Button>
    </Group>
  )
}

/** A column of the file by its name, or else by its number, with what its first row has there. */
function toOption({ label, example }: ColumnChoice['headers'][number], index: number) {
  const name = label || String(index + 1)
  return { value: String(index), label: example === '' ? name : `${name} (${example})` }
}

function isChosen(entry: [string, number | null]): entry is [string, number] {
  return entry[1] !== null
}
