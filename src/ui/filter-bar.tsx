import { useId } from 'react'
import type { ReactNode } from 'react'
import { Form, useSearchParams, useSubmit } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './filter-bar.module.css'

/**
 * A search form that keeps the other search parameters and begins again at the first page. With a script every change
 * of a choice takes effect at once; words wait for Enter or the button.
 */
export function FilterBar({ children, fields }: { children: ReactNode; fields: readonly string[] }) {
  const t = useTexts('ui')
  const [search] = useSearchParams()
  const kept = [...search].filter(([name]) => name !== 'page_number' && !fields.includes(name))
  return (
    <search>
      <Form method="get" className={styles.bar} preventScrollReset>
        {kept.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        {children}
        <button className={styles.submit}>{t('filter')}</button>
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

/** A word to look for, inside a `FilterBar`. */
export function FilterField({ name, label, defaultValue, placeholder }: FilterFieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        key={defaultValue}
        type="search"
        name={name}
        defaultValue={defaultValue}
        placeholder={placeholder}
        maxLength={200}
      />
    </div>
  )
}

interface FilterSelectProps {
  name: string
  label: string
  value: string
  options: readonly { value: string; label: string }[]
}

/** A choice that takes effect when it is made, inside a `FilterBar`. */
export function FilterSelect({ name, label, value, options }: FilterSelectProps) {
  const id = useId()
  const submit = useSubmit()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        key={value}
        name={name}
        defaultValue={value}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
