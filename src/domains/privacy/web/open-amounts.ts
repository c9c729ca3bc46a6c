interface Balance {
  currency: string
  amount: string
}

/** Writes what the network owes a publisher, and what the publisher owes the network; empty when that is nothing. */
export function listOpenAmounts(balances: readonly Balance[]): { owed: string; debt: string } {
  const isDebt = ({ amount }: Balance) => amount.startsWith('-')
  const list = (some: readonly Balance[]) =>
    some.map(({ amount, currency }) => `${amount.replace('-', '')} ${currency}`).join(', ')
  return { owed: list(balances.filter((each) => !isDebt(each))), debt: list(balances.filter(isDebt)) }
}
