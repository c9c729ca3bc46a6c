import { Stack, Table, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { FormMessage } from '#ui/form.tsx'
import { DateText, MoneyText } from '#ui/money-text.tsx'
import { Panel } from '#ui/panel.tsx'
import type { CalculatorView, HeldRate, PriceView } from '../contract/price.ts'
import { useRateName } from './held-rates.tsx'

/** What the order of the calculator earns, by which rates, and which rates lose. */
export function PriceResult({ view }: { view: CalculatorView }) {
  const t = useTexts('rates')
  const { problem, price, version, at } = view
  if (problem !== null) return <FormMessage tone="bad">{t(`price.problem.${problem}`)}</FormMessage>
  if (price === null) return null
  const date = () => <DateText value={at} withTime />
  return (
    <Panel
      title={<MoneyText amount={price.commission} />}
      text={version === null ? t('price.byDraft') : t.rich('price.byVersion', { version, date })}
    >
      <Stack gap="lg">
        {price.parts.map((part) => (
          <Part key={part.product_group ?? ''} part={part} />
        ))}
      </Stack>
    </Panel>
  )
}

type PricedPart = PriceView['parts'][number]

function Part({ part: { product_group: group, amount, commission, winner, losers, more } }: { part: PricedPart }) {
  const t = useTexts('rates')
  const whole = () => <MoneyText amount={amount} />
  const earned = () => commission !== null && <MoneyText amount={commission} />
  const parts = { amount: whole, commission: earned, group: group ?? t('price.noGroup') }
  return (
    <div>
      <Text fw={600}>{t.rich(commission === null ? 'price.fixedPart' : 'price.part', parts)}</Text>
      <Table aria-label={t('price.rules')}>
        <Table.Tbody>
          <RuleRow rate={winner} outcome={t('price.decides')} isWinner />
          {losers.map(({ reason, ...rate }) => (
            <RuleRow key={rate.rule} rate={rate} outcome={t(`price.reason.${reason}`)} />
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 && <Text c="dimmed">{t('difference.more', { count: more })}</Text>}
    </div>
  )
}

interface RuleRowProps {
  rate: HeldRate
  /** Why the rate decides or not. */
  outcome: string
  isWinner?: boolean
}

function RuleRow({ rate, outcome, isWinner = false }: RuleRowProps) {
  const getName = useRateName()
  return (
    <Table.Tr fw={isWinner ? 600 : 400} c={isWinner ? undefined : 'dimmed'}>
      <Table.Td>{getName(rate)}</Table.Td>
      <Table.Td ta="end">{rate.text}</Table.Td>
      <Table.Td ta="end">{outcome}</Table.Td>
    </Table.Tr>
  )
}
