import { useTexts } from '#platform/web/texts.tsx'
import { CellText } from '#ui/cell-text.tsx'
import type { EvidenceView } from '../contract.ts'

type Band = Extract<EvidenceView, { kind: 'measured' }>['clicks']

/** Writes the bands of figures. Needs the texts `listings`. */
export function useBandText(): (band: Band) => string {
  const t = useTexts('listings')
  return ({ from, below }) => {
    if (below === null) return t('band.over', { from })
    return from === 0 ? t('band.under', { below }) : t('band.between', { from, below })
  }
}

/** Says why a publisher stands where it does, with its two figures and their size. */
export function EvidenceText({ evidence }: { evidence: EvidenceView }) {
  const t = useTexts('listings')
  const write = useBandText()
  if (evidence.kind !== 'measured') return <CellText details={[t(`${evidence.kind}Text`)]}>{t(evidence.kind)}</CellText>
  const { clicks, orders_per_100_clicks: orders, orders_compared: compared, approval } = evidence
  const why = {
    orders: t(`why.orders.${compared}`),
    approval: t(`why.approval.${approval ? approval.compared : 'none'}`),
  }
  return (
    <CellText
      details={[
        t('figure.orders', { orders: write(orders), clicks: write(clicks) }),
        approval && t('figure.approval', { percent: write(approval.percent), decided: write(approval.decided) }),
      ]}
    >
      {t('why.both', why)}
    </CellText>
  )
}
