import { Button, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#platform/web/texts.tsx'

interface CopyButtonProps {
  value: string
  /** _Copy_ by default. */
  label?: string
  size?: 'xs' | 'sm' | 'md'
  onCopy?: (() => void) | undefined
}

/** How long a button says how the copying went. */
const SHOWN_MS = 1800

/** Copies a text and confirms it, or says that the browser refused. */
export function CopyButton({ value, label, size = 'sm', onCopy }: CopyButtonProps) {
  const t = useTexts('ui')
  const [outcome, setOutcome] = useState<'copied' | 'notCopied'>()
  useEffect(() => {
    if (outcome === undefined) return undefined
    const timer = setTimeout(() => setOutcome(undefined), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    let isCopied = true
    try {
      // On a page without HTTPS browsers give scripts no clipboard.
      await navigator.clipboard.writeText(value)
    } catch {
      isCopied = false
    }
    setOutcome(isCopied ? 'copied' : 'notCopied')
    if (isCopied) onCopy?.()
  }
  const Icon = outcome === 'copied' ? IconCheck : IconCopy
  return (
    <Button
      variant="default"
      size={size}
      onClick={() => void copy()}
      leftSection={<Icon size={16} aria-hidden />}
      data-copied={outcome === 'copied' || undefined}
    >
      <span aria-live="polite">{outcome === undefined ? (label ?? t('copy')) : t(outcome)}</span>
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
