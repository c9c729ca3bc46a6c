import { useId } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { useOptionText } from '#platform/web/option-text.ts'
import { FieldFrame, describedBy } from './form-fields.tsx'
import type { CommonProps } from './form-fields.tsx'
import styles from './form-fields.module.css'
import { useField } from './form-context.ts'

interface SelectProps extends CommonProps {
  options: readonly string[]
  /** Whether the form sends the option's position from 1 instead of its text. */
  isPosition?: boolean
}

/** One of a list. */
export function Select({ name, options, isPosition = false, hint, isOptional }: SelectProps) {
  const id = useId()
  const t = useTexts('sign-up')
  const readText = useOptionText()
  const { label, value, error, set, clear } = useField(name)
  return (
    <FieldFrame htmlFor={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <select
        id={id}
        data-field={name}
        className={`field ${styles.control}`}
        data-empty={!value || undefined}
        name={name}
        value={String(value ?? '')}
        onChange={(event) => set(event.currentTarget.value)}
        onFocus={clear}
        required={!isOptional}
        {...describedBy(id, { hint, error })}
      >
        <option value="">{t('choose')}</option>
        {options.map((option, index) => (
          <option key={option} value={isPosition ? index + 1 : option}>
            {readText(option)}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

interface CheckboxGroupProps extends CommonProps {
  /** Options in named groups; positions count on through all groups. */
  groups: readonly { title?: string; options: readonly string[] }[]
  maxItems?: number
}

/** Checkboxes for several of a list; the form sends positions from 1. */
export function CheckboxGroup({ name, groups, maxItems, hint, isOptional }: CheckboxGroupProps) {
  const id = useId()
  const readText = useOptionText()
  const { label, value, error, set, clear } = useField(name)
  const chosen = Array.isArray(value) ? (value as readonly string[]) : []
  const isFull = maxItems !== undefined && chosen.length >= maxItems
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { options }) => sum + options.length, 1))
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <fieldset
        aria-labelledby={`${id}-label`}
        className={styles.ticks}
        data-invalid={error !== undefined || undefined}
        aria-describedby={describedBy(id, { hint, error })['aria-describedby']}
      >
        {groups.map(({ title, options }, group) => (
          <div key={title ?? ''} className={styles.tickGroup}>
            {title !== undefined && <span className={styles.groupTitle}>{title}</span>}
            {options.map((option, index) => {
              const position = String((starts[group] ?? 1) + index)
              const isChecked = chosen.includes(position)
              return (
                <label key={option} className={styles.tick} data-off={(isFull && !isChecked) || undefined}>
                  <input
                    type="checkbox"
                    name={name}
                    {...(position === '1' ? { 'data-field': name } : {})}
                    onFocus={clear}
                    value={position}
                    checked={isChecked}
                    disabled={isFull && !isChecked}
                    onChange={() =>
                      set(isChecked ? chosen.filter((entry) => entry !== position) : [...chosen, position])
                    }
                  />
                  {readText(option)}
                </label>
              )
            })}
          </div>
        ))}
      </fieldset>
    </FieldFrame>
  )
}
