import { useId } from 'react'
import type { HTMLAttributes, ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './form-fields.module.css'
import { useField } from './form-context.ts'
import type { FieldName } from './form-context.ts'

interface FieldFrameProps {
  /** The control's id; a group of controls has none. */
  htmlFor?: string
  id?: string
  label: ReactNode
  /** A short note beside the label. */
  note?: string | undefined
  hint?: ReactNode
  error: string | undefined
  isOptional?: boolean | undefined
  /** Whether only screen readers get the message: the specification highlights some empty fields without a text. */
  isQuiet?: boolean
  children: ReactNode
}

/** Label, hint, control and message of one field. */
export function FieldFrame(props: FieldFrameProps) {
  const { htmlFor, id, label, hint, error, isOptional, isQuiet, children } = props
  const t = useTexts('sign-up')
  const note = props.note ?? (isOptional ? t('optional') : undefined)
  const base = htmlFor ?? id ?? ''
  const Label = htmlFor === undefined ? 'span' : 'label'
  return (
    <div className={styles.field}>
      <Label className={styles.label} {...(htmlFor === undefined ? { id: `${base}-label` } : { htmlFor })}>
        {label}
        {note !== undefined && <small> ({note})</small>}
      </Label>
      {hint !== undefined && (
        <p id={`${base}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error !== undefined && (
        <p id={`${base}-error`} className={isQuiet ? 'visually-hidden' : styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

/** Builds the ARIA attributes that connect a control with its hint and its message. */
export function describedBy(id: string, { hint, error }: { hint: unknown; error: unknown }) {
  const ids = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean)
  return {
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': ids.length === 0 ? undefined : ids.join(' '),
  }
}

/** The properties that all fields share. */
export interface CommonProps {
  name: FieldName
  note?: string
  hint?: string
  isOptional?: boolean
  isQuiet?: boolean
}

interface TextInputProps extends CommonProps {
  type?: 'text' | 'email' | 'tel' | 'url' | 'password'
  inputMode?: HTMLAttributes<HTMLElement>['inputMode']
  autoComplete?: string
  maxLength?: number
}

/** A line of text. */
export function TextInput({ name, type = 'text', note, hint, isOptional, isQuiet = false, ...more }: TextInputProps) {
  const id = useId()
  const { label, value, error, set, clear } = useField(name)
  return (
    <FieldFrame {...{ htmlFor: id, label, note, hint, error, isOptional, isQuiet: isQuiet && value === '' }}>
      <input
        id={id}
        data-field={name}
        className={`field ${styles.control}`}
        type={type}
        name={name}
        value={String(value ?? '')}
        onChange={(event) => set(event.currentTarget.value)}
        onFocus={clear}
        required={!isOptional}
        dir="auto"
        {...(type === 'email' ? { autoCapitalize: 'none', spellCheck: false } : {})}
        {...more}
        {...describedBy(id, { hint, error })}
      />
    </FieldFrame>
  )
}

/** Several lines of text. */
export function TextArea({ name, hint, isOptional, maxLength }: CommonProps & { maxLength: number }) {
  const id = useId()
  const { label, value, error, set, clear } = useField(name)
  return (
    <FieldFrame htmlFor={id} label={label} hint={hint} error={error} isOptional={isOptional}>
      <textarea
        id={id}
        data-field={name}
        className={`field ${styles.control}`}
        name={name}
        value={String(value ?? '')}
        onChange={(event) => set(event.currentTarget.value)}
        onFocus={clear}
        required={!isOptional}
        rows={4}
        maxLength={maxLength}
        dir="auto"
        {...describedBy(id, { hint, error })}
      />
    </FieldFrame>
  )
}
