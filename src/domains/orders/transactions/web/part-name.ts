import { useTexts } from '#platform/web/texts.tsx'
import { getSubIdSlot, isOrderDimension } from '../contract/vocabulary.ts'
import type { PartDimension } from '../contract/vocabulary.ts'
import { writePartName } from '../rules/part-name.ts'
import type { NamedPart } from '../rules/part-name.ts'

/** Returns what names the orders that a row of a report counts: `Phone`, `No coupon`. Needs the texts `order-parts`. */
export function usePartName(): (part: NamedPart) => string {
  const t = useTexts('order-parts')
  const write = (key: string, values?: Record<string, string>) =>
    t(key as 'rule.numbered', values as { version: string; number: string })
  return (part) => writePartName(write, part)
}

/** Returns what names a dimension: `Coupon`, `Sub id 2`. Needs the texts `order-parts`. */
export function useDimensionName(): (dimension: PartDimension) => string {
  const t = useTexts('order-parts')
  return (dimension) => {
    if (isOrderDimension(dimension) || dimension === 'group') return t(`dimension.${dimension}`)
    return t('subId', { slot: getSubIdSlot(dimension) })
  }
}
