import { Group, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { formatAmount, parseAmount } from '#kernel/money.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { TextField } from '#ui/fields.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { MoneyText } from '#ui/money-text.tsx'
import type { ItemView, PublisherTransactionView, TransactionTimeline } from '../contract/transaction.ts'
import { AMOUNT_BEFORE_FIELD, ITEMS_BEFORE_FIELD, ITEMS_FIELD } from './decision-form.ts'
import { getPresentItems } from './present-order.tsx'

/** The fields of an amendment in a list, which reads the present order at the address of its drawer. */
export function ReadAmendFields({ address }: { address: string }) {
  const { load, data } = useFetcher<{ timeline: TransactionTimeline }>()
  useEffect(() => void load(address), [load, address])
  if (!data) return <Loader />
  return <AmendFields transaction={data.timeline.transaction} items={getPresentItems(data.timeline)} />
}

interface AmendFieldsProps {
  transaction: PublisherTransactionView
  /** The present items of the order; empty if it has none. */
  items: readonly ItemView[]
}

/** The fields of an amendment: the new value, or the items that are left, which add up to it. */
export function AmendFields({ transaction, items }: AmendFieldsProps) {
  const t = useTexts('transactions')
  const { order_value: value, currency, commission, commission_currency: own } = transaction
  const valueBefore = <MoneyText amount={value} currency={currency} />
  const commissionBefore = <MoneyText amount={commission} currency={own} digits={4} />
  return (
    <>
      <HiddenField name={AMOUNT_BEFORE_FIELD} value={value} />
      {items.length > 0 && <HiddenField name={ITEMS_BEFORE_FIELD} value={JSON.stringify(items)} />}
      <Text fw={600}>
        {t.rich('review.amountBefore', { value: () => valueBefore, commission: () => commissionBefore })}
      </Text>
      {items.length > 0 ? (
        <ItemFields items={items} currency={currency} />
      ) : (
        <TextField
          name="amount"
          label={t('review.amount')}
          description={t('review.amountHint', { currency })}
          inputMode="decimal"
          defaultValue={trimZeros(value)}
          required
          data-autofocus
        />
      )}
    </>
  )
}

/** Removes the decimals that no shop uses. */
function trimZeros(amount: string): string {
  return amount.replace(/00$/, '')
}

function ItemFields({ items, currency }: { items: readonly ItemView[]; currency: string }) {
  const t = useTexts('transactions')
  const [lines, setLines] = useState(() => items.map(toLine))
  const change = (index: number, part: Partial<Line>) =>
    setLines(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  const left = lines.filter(({ amount }) => amount.trim() !== '' && parseAmount(amount.trim()) !== 0n)
  const sum = sumAmounts(left)
  return (
    <Stack gap="sm">
      <Text c="dimmed">{t('review.itemsHint', { currency })}</Text>
      {lines.map((line, index) => (
        <ItemFieldRow key={index} line={line} isFirst={index === 0} onChange={(part) => change(index, part)} />
      ))}
      <Group justify="space-between">
        <Text fw={650}>{t('review.amount')}</Text>
        {sum === undefined ? '–' : <MoneyText amount={formatAmount(sum)} currency={currency} />}
      </Group>
      <HiddenField name="amount" value={sum === undefined ? '' : formatAmount(sum)} />
      <HiddenField name={ITEMS_FIELD} value={JSON.stringify(left.map(toItem))} />
    </Stack>
  )
}

interface Line {
  group: string | null
  sku: string | null
  /** As it is typed; null for an item without a quantity. */
  quantity: string | null
  amount: string
}

function toLine({ group, sku, quantity, amount }: ItemView): Line {
  return { group, sku, quantity: quantity === null ? null : String(quantity), amount: trimZeros(amount) }
}

function toItem({ group, sku, quantity, amount }: Line) {
  return { group, sku, quantity: quantity?.trim() || null, amount: amount.trim() }
}

/** Sums what is typed; `undefined` while a part is no amount. */
function sumAmounts(lines: readonly Line[]): bigint | undefined {
  return lines.reduce<bigint | undefined>((sum, { amount }) => {
    const value = parseAmount(amount.trim())
    return sum === undefined || value === undefined ? undefined : sum + value
  }, 0n)
}

interface ItemFieldRowProps {
  line: Line
  isFirst: boolean
  onChange: (part: Partial<Line>) => void
}

function ItemFieldRow({ line, isFirst, onChange }: ItemFieldRowProps) {
  const t = useTexts('transactions')
  const item = [line.sku, line.group].filter((part) => part !== null).join(' · ')
  return (
    <Group gap="sm" wrap="nowrap">
      <Text flex={1} style={{ overflowWrap: 'anywhere' }}>
        {item}
      </Text>
      {line.quantity !== null && (
        <TextInput
          w="5rem"
          aria-label={t('review.itemQuantity', { item })}
          inputMode="numeric"
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
        />
      )}
      <TextInput
        w="8rem"
        aria-label={t('review.itemAmount', { item })}
        inputMode="decimal"
        value={line.amount}
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
    </Group>
  )
}
