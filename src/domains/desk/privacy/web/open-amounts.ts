import { useMoneyFormat } from '#ui/money-text.tsx'

interface Balance {
  currency: string
  amount: string
}

/**
 * Writes what the network owes a publisher, and what the publisher owes the network, with all decimals of the ledger;
 * empty when that is nothing.
 */
export function useOpenAmounts(balances: readonly Balance[]): { owed: string; debt: string } {
  const format = useMoneyFormat()
  const isDebt = ({ amount }: Balance) => amount.startsWith('-')
  const list = (some: readonly Balance[]) =>
    some.map(({ amount, currency }) => format({ amount: amount.replace('-', ''), currency, digits: 4 })).join(', ')
  return { owed: list(balances.filter((each) => !isDebt(each))), debt: list(balances.filter(isDebt)) }
}
