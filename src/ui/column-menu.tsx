import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { Form, useSearchParams } from 'react-router'
import type { ShownList } from '#platform/web/read-list.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { CheckBox } from './check-box.tsx'
import type { Column } from './data-table.tsx'
import { Disclosure } from './disclosure.tsx'

interface ColumnMenuProps<Row> {
  list: ShownList
  /** All columns of the table. */
  columns: readonly Column<Row>[]
}

/** Chooses the columns of a list and writes them into the address. It works without a script. */
export function ColumnMenu<Row>({ list, columns }: ColumnMenuProps<Row>) {
  const t = useTexts('ui')
  const [search] = useSearchParams()
  const choices = columns.filter(({ key }) => list.columns.includes(key))
  if (choices.length === 0) return null
  const kept = [...search].filter(([name]) => name !== 'columns')
  const summary = (
    <Button component="span" size="sm" px={{ base: 'xs', sm: 'md' }} variant="default">
      <IconColumns3 size={18} aria-hidden />
      <Text span inherit ml="xs" visibleFrom="sm">
        {t('list.columns')}
      </Text>
    </Button>
  )
  return (
    <Disclosure summary={summary} label={t('list.columns')} closesOnBlur>
      <Paper pos="absolute" right={0} mt={6} p="md" shadow="md" withBorder style={{ zIndex: 60 }}>
        <Form method="get" preventScrollReset>
          {kept.map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <Stack gap="xs" miw="10rem">
            {choices.map(({ key, header }) => (
              <CheckBox
                key={key}
                name="columns"
                value={key}
                label={header}
                defaultChecked={list.shownColumns.includes(key)}
              />
            ))}
            <Button type="submit" size="xs">
              {t('apply')}
            </Button>
          </Stack>
        </Form>
      </Paper>
    </Disclosure>
  )
}

/** Returns the columns that the reader chose, beside those without a choice. */
export function pickColumns<Row>(columns: readonly Column<Row>[], list: ShownList): Column<Row>[] {
  return columns.filter(({ key }) => !list.columns.includes(key) || list.shownColumns.includes(key))
}
