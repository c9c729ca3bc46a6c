import { Group } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import type { ProgramView } from '../contract/program.ts'
import { ProgramBadge } from './badges.tsx'

/** A programme as its advertiser reads it. */
export function ProgramFacts({ program }: { program: ProgramView }) {
  const t = useTexts('programs')
  return (
    <Facts
      facts={[
        [t('brand.status'), <ProgramBadge key="status" status={program.status} />],
        [t('brand.joinMode'), t(`joinMode.${program.join_mode}`)],
        [t('brand.clickParam'), <code key="param">{program.click_param}</code>],
        program.commission_text !== '' && [t('brand.commission'), program.commission_text],
        [t('brand.countries'), program.countries.map(({ name }) => name).join(', ') || '–'],
        [t('brand.methods'), <Methods key="methods" methods={program.methods} />],
      ]}
    />
  )
}

function Methods({ methods }: Pick<ProgramView, 'methods'>) {
  const t = useTexts('programs')
  if (methods.length === 0) return t('brand.methodsNone')
  return (
    <Group component="ul" className="plain-list" gap="0.25rem 1rem">
      {methods.map(({ method, stance }) => (
        <li key={method}>{stance === 'allowed' ? method : `${method} (${t(`stance.${stance}`)})`}</li>
      ))}
    </Group>
  )
}
