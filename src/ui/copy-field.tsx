import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useId } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import styles from './copy-field.module.css'

/** Copies a text and says so. */
export function CopyButton({ value, size = 'sm' }: { value: string; size?: 'xs' | 'sm' }) {
  const t = useTexts('ui')
  const { copy, copied } = useClipboard({ timeout: 1800 })
  return (
    <Button
      variant="default"
      size={size}
      onClick={() => copy(value)}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      data-copied={copied || undefined}
    >
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </Button>
  )
}

/** A value to take along: readable, selectable, copied with one press. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.line}>
        <input id={id} className={styles.value} readOnly value={value} onFocus={(event) => event.target.select()} />
        <CopyButton value={value} />
      </div>
    </div>
  )
}
