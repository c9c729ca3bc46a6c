import { Button } from '@mantine/core'
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'

const DENSITIES = [
  ['compact', IconBaselineDensitySmall],
  ['comfortable', IconBaselineDensityMedium],
] as const

/**
 * Changes at once, for all lists, whether a row has one line or two (`early-script.ts`). Without a script the form of
 * the preferences posts the choice. A phone has rows of two lines only.
 */
export function DensitySwitch() {
  const t = useTexts('ui')
  return (
    <div>
      {DENSITIES.map(([density, Icon]) => (
        <Button
          key={density}
          type="submit"
          form="preferences"
          name="density"
          value={density}
          size="sm"
          px="xs"
          variant="default"
          visibleFrom="sm"
          title={t(`list.${density}`)}
        >
          <Icon size={18} aria-hidden />
        </Button>
      ))}
    </div>
  )
}
