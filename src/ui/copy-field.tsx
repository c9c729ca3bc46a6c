import { Button, Group, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'

interface CopyButtonProps {
  value: string
  /** _Copy_ by default. */
  label?: string
  size?: 'xs' | 'sm' | 'md'
  onCopy?: (() => void) | undefined
}

/** Copies a text and confirms it. */
export function CopyButton({ value, label, size = 'sm', onCopy }: CopyButtonProps) {
  const t = useTexts('ui')
  const { copy, copied } = useClipboard({ timeout: 1800 })
  return (
    <Button
      variant="default"
      size={size}
      onClick={() => {
        copy(value)
        onCopy?.()
      }}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      data-copied={copied || undefined}
    >
      <span aria-live="polite">{copied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  )
}

interface CopyFieldProps {
  label: string
  value: string
  /** Called when the value is copied, by the button or from the field. */
  onCopy?: (() => void) | undefined
}

/** A read-only value with a copy button. */
export function CopyField({ label, value, onCopy }: CopyFieldProps) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.target.select()}
        onCopy={onCopy}
        styles={{
          input: {
            background: 'var(--surface-sunk)',
            fontFamily: 'var(--font-code)',
            fontSize: '0.88rem',
            textOverflow: 'ellipsis',
          },
        }}
      />
      <CopyButton value={value} size="md" onCopy={onCopy} />
    </Group>
  )
}
