import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { PLACE_PARAMS } from '#kernel/paging.ts'
import { useTexts } from '#platform/web/texts.tsx'

/**
 * A search form that keeps the other search parameters and goes back to the first page. With a script, a select field
 * takes effect at once; a text field takes effect with Enter or the button.
 */
export function FilterBar({ children, fields }: { children: ReactNode; fields: readonly string[] }) {
  const t = useTexts('ui')
  const [search] = useSearchParams()
  const kept = [...search].filter(([name]) => !PLACE_PARAMS.includes(name) && !fields.includes(name))
  return (
    <search>
      <Form method="get" preventScrollReset>
        <Group gap="sm" align="end">
          {kept.map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          {children}
          <Button type="submit" variant="default" size="sm">
            {t('filter')}
          </Button>
        </Group>
      </Form>
    </search>
  )
}

interface FilterFieldProps {
  name: string
  label: string
  defaultValue?: string | undefined
  placeholder?: string
}

/** How a field of a `FilterBar` looks. */
export const LOOK = { size: 'sm', labelProps: { c: 'dimmed', fz: '0.86rem', fw: 400 } } as const

/** A search field inside a `FilterBar`. */
export function FilterField({ name, label, defaultValue, placeholder }: FilterFieldProps) {
  return (
    <TextInput
      {...LOOK}
      key={defaultValue}
      type="search"
      name={name}
      label={label}
      defaultValue={defaultValue}
      placeholder={placeholder}
      maxLength={200}
    />
  )
}

interface FilterSelectProps {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

/** A select field inside a `FilterBar`; a change takes effect at once. */
export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const submit = useSubmit()
  return (
    <NativeSelect
      {...LOOK}
      key={value}
      name={name}
      label={label}
      defaultValue={value}
      data={options}
      onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
    />
  )
}
