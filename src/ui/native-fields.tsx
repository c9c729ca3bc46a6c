import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { InputHTMLAttributes, ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { useFieldError } from './form-state.ts'
import styles from './native-fields.module.css'

interface PlainFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string
  label: string
  description?: string
}

/**
 * A text field for public pages, which do not load Mantine. It shows its error message by itself inside an
 * `ActionForm`.
 */
export function PlainTextField({ label, description, ...input }: PlainFieldProps) {
  const { error, onInput } = useFieldError(input.name)
  return (
    <Frame label={label} description={description} error={error} isRequired={input.required}>
      {(ids) => <input className={`field ${styles.control}`} onInput={onInput} {...input} {...ids} />}
    </Frame>
  )
}

/** A password for public pages, with a button that shows it. */
export function PlainPasswordField({ label, description, ...input }: PlainFieldProps) {
  const t = useTexts('ui')
  const { error, onInput } = useFieldError(input.name)
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <Frame label={label} description={description} error={error} isRequired={input.required}>
      {(ids) => (
        <span className={styles.secret}>
          <input
            className={`field ${styles.control}`}
            type={isShown ? 'text' : 'password'}
            onInput={onInput}
            {...input}
            {...ids}
          />
          <button
            type="button"
            className={styles.show}
            aria-label={t('showPassword')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
          </button>
        </span>
      )}
    </Frame>
  )
}

interface FrameProps {
  label: string
  description: string | undefined
  error: string | undefined
  isRequired: boolean | undefined
  children: (ids: InputHTMLAttributes<HTMLInputElement>) => ReactNode
}

/** Label, description, control and message, connected by ARIA attributes. */
function Frame({ label, description, error, isRequired, children }: FrameProps) {
  const id = useId()
  const described = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isRequired && (
          <span className={styles.star} aria-hidden>
            {' *'}
          </span>
        )}
      </label>
      {description !== undefined && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described === '' ? {} : { 'aria-describedby': described }),
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
