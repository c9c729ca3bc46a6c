import { List, ThemeIcon } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import type { OfferedSetup } from '#domains/setup/contract/publisher.ts'

/** How far a programme is set up: what a publisher can rely on, and what is missing. */
export function SetupFacts({ setup }: { setup: OfferedSetup }) {
  const t = useTexts('programs')
  const { done, hosts, tested_on: testedOn, no_joins_from: noJoinsFrom } = setup
  const tested = testedOn !== null && <DateText value={testedOn} />
  return (
    <List
      aria-label={t('offers.setup.title')}
      listStyleType="none"
      spacing={6}
      mb="md"
      pl={0}
      center
      styles={{ itemIcon: { marginInlineEnd: 10 } }}
    >
      <Fact isGood={done.hosts}>{t('offers.setup.hosts', { count: hosts })}</Fact>
      <Fact isGood={testedOn !== null}>
        {tested ? t.rich('offers.setup.tested', { day: () => tested }) : t('offers.setup.notTested')}
      </Fact>
      <Fact isGood={noJoinsFrom === null && setup.coverage !== null}>
        <Funds setup={setup} />
      </Fact>
      <Fact isGood={done.terms && setup.decides !== null}>
        {setup.decides === null
          ? t('offers.setup.noTerms')
          : t(`offers.setup.decides.${setup.decides}`, { days: setup.decides_within_days ?? 0 })}
      </Fact>
    </List>
  )
}

function Funds({ setup: { coverage, no_joins_from: noJoinsFrom } }: { setup: OfferedSetup }) {
  const t = useTexts('programs')
  if (noJoinsFrom !== null) return t('offers.setup.usedUp')
  if (coverage === null) return t('offers.setup.noCoverage')
  const percent = <NumberText value={coverage} digits={1} />
  return t.rich('offers.setup.covered', { percent: () => percent })
}

function Fact({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const t = useTexts('programs')
  return (
    <List.Item
      icon={
        <ThemeIcon size={22} radius="xl" color={isGood ? 'good' : 'idle'} aria-hidden>
          {isGood ? <IconCheck size={14} /> : <IconX size={14} />}
        </ThemeIcon>
      }
    >
      <span className="visually-hidden">{t(isGood ? 'offers.setup.yes' : 'offers.setup.no')}: </span>
      {children}
    </List.Item>
  )
}
