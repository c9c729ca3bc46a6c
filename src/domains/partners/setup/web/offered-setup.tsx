import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText, NumberText } from '#ui/money-text.tsx'
import type { OfferedSetup } from '../contract/publisher.ts'

/**
 * How far a programme is set up: what a publisher can rely on, and what is missing. It stands on public pages too,
 * which have no Mantine. Needs the texts `offered-setup`.
 */
export function OfferedSetupFacts({ setup }: { setup: OfferedSetup }) {
  const t = useTexts('offered-setup')
  const { done, hosts, tested_on: testedOn, no_joins_from: noJoinsFrom } = setup
  const closing = setup.closes_at !== null && <DateText value={setup.closes_at} />
  const pause = setup.pauses_at !== null && <DateText value={setup.pauses_at} />
  const tested = testedOn !== null && <DateText value={testedOn} />
  return (
    <ul aria-label={t('title')} className="stack" style={{ margin: 0, padding: 0, gap: 6, listStyle: 'none' }}>
      <Fact isGood={done.hosts}>{t('hosts', { count: hosts })}</Fact>
      <Fact isGood={testedOn !== null}>{tested ? t.rich('tested', { day: () => tested }) : t('notTested')}</Fact>
      <Fact isGood={noJoinsFrom === null && setup.coverage !== null}>
        <Funds setup={setup} />
      </Fact>
      <Fact isGood={done.terms && setup.decides !== null}>
        {setup.decides === null
          ? t('noTerms')
          : t(`decides.${setup.decides}`, { days: setup.decides_within_days ?? 0 })}
      </Fact>
      {pause && <Fact isGood={false}>{t.rich('pauses', { day: () => pause })}</Fact>}
      {closing && <Fact isGood={false}>{t.rich('closes', { day: () => closing })}</Fact>}
    </ul>
  )
}

function Funds({ setup: { coverage, no_joins_from: noJoinsFrom } }: { setup: OfferedSetup }) {
  const t = useTexts('offered-setup')
  if (noJoinsFrom !== null) return t('usedUp')
  if (coverage === null) return t('noCoverage')
  const percent = <NumberText value={coverage} digits={1} />
  return t.rich('covered', { percent: () => percent })
}

function Fact({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const t = useTexts('offered-setup')
  const Icon = isGood ? IconCircleCheckFilled : IconCircleDashed
  return (
    <li style={{ display: 'flex', gap: 10 }}>
      <Icon size={22} color={isGood ? 'var(--good)' : 'var(--ink-soft)'} style={{ flexShrink: 0 }} aria-hidden />
      <span>
        <span className="visually-hidden">{t(isGood ? 'yes' : 'no')}: </span>
        {children}
      </span>
    </li>
  )
}
