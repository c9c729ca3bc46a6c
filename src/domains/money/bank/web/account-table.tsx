import { useTexts } from '#platform/web/texts.tsx'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { CellText } from '#ui/cell-text.tsx'
import { ConfirmAction } from '#ui/confirm-action.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { BankAccount } from '../contract.ts'

/** The accounts that bank files named, each with whether its payments count. */
export function AccountTable({
  accounts,
  answer,
}: {
  accounts: readonly BankAccount[]
  answer: IntentAnswer | undefined
}) {
  const t = useTexts('bank')
  return (
    <DataTable
      label={t('accounts.title')}
      rows={accounts}
      rowKey={({ account }) => account}
      columns={useColumns(answer)}
    />
  )
}

function useColumns(answer: IntentAnswer | undefined): Column<BankAccount>[] {
  const t = useTexts('bank')
  return [
    { key: 'account', header: t('accounts.account'), isTitle: true, cell: ({ account }) => account },
    { key: 'found', header: t('accounts.found'), cell: ({ found_at: at }) => <DateText value={at} /> },
    {
      key: 'state',
      header: t('accounts.state'),
      cell: ({ confirmed_at: at, confirmed_by: by }) => {
        if (at === null) return t('accounts.other')
        return <CellText details={[by]}>{t.rich('accounts.own', { day: () => <DateText value={at} /> })}</CellText>
      },
    },
    {
      key: 'decide',
      header: t('accounts.decide'),
      place: 'more',
      cell: (account) => <Decision account={account} answer={answer} />,
    },
  ]
}

function Decision({ account, answer }: { account: BankAccount; answer: IntentAnswer | undefined }) {
  const t = useTexts('bank')
  const { account: number } = account
  const act = account.confirmed_at === null ? 'confirm' : 'withdraw'
  return (
    <ConfirmAction
      label={t(`accounts.${act}`)}
      title={t(`accounts.${act}Title`)}
      text={t(`accounts.${act}Text`, { account: number })}
      confirmLabel={t(`accounts.${act}`)}
      intent={`${act} ${number}`}
      fields={{ account: number }}
      size="xs"
      variant={act === 'confirm' ? 'filled' : 'default'}
      result={answerTo(answer, `${act} ${number}`)}
    />
  )
}
