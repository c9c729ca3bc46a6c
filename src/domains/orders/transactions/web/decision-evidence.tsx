import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { FileLink } from '#ui/file-link.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { TransactionTimeline } from '../contract/transaction.ts'

/** Shows what supports a decision, and what the advertiser says about the order. */
export function DecisionEvidence({ decision }: { decision: TransactionTimeline['decisions'][number] }) {
  const t = useTexts('transactions')
  const {
    evidence,
    evidence_file: file,
    customer_status: customer,
    shipped_at: shipped,
    expected_at: expected,
  } = decision
  return (
    <>
      {evidence !== null && <p>{t('timeline.evidence', { text: evidence })}</p>}
      {file !== null && <FileLink href={file.path}>{t('timeline.evidenceFile', { name: file.name })}</FileLink>}
      <Facts
        layout="line"
        facts={[
          customer !== null && [t('timeline.customer'), t(`timeline.customerStatus.${customer}`)],
          shipped !== null && [t('timeline.shipped'), <DateText key="shipped" value={shipped} />],
          expected !== null && [t('timeline.expectedByBrand'), <DateText key="expected" value={expected} />],
        ]}
      />
    </>
  )
}
