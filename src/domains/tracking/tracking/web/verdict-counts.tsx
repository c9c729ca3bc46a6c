import { Anchor, Group, Skeleton, Stack } from '@mantine/core'
import { Suspense } from 'react'
import { Await, Link, useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { Deferred } from '#platform/web/deferred.ts'
import { FIRST_PAGE, ROW_PARAMS, searchWith } from '#platform/web/search.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { NumberText } from '#ui/money-text.tsx'
import { Reloading } from '#ui/reloading.tsx'
import { StatCard, StatRow } from '#ui/stat-card.tsx'
import { VERDICTS } from '../rules/verdict.ts'
import type { countHitsCall } from '../contract.ts'
import { VerdictBadge } from './verdict-badge.tsx'

/** The hits of a search, by verdict. */
export type HitCounts = z.infer<typeof countHitsCall.reply>['data']

type CountsState = HitCounts | 'counting' | 'missing'

/** Shows how many hits a search has and how many of them count. They may load after the rows. */
export function DeferredCounts({ counts }: { counts: Deferred<HitCounts> }) {
  return (
    <Reloading foreignParams={ROW_PARAMS}>
      <Stack gap="lg">
        <Suspense fallback={<Figures counts="counting" />}>
          <Await resolve={counts} errorElement={<Figures counts="missing" />}>
            {(counted) => <Figures counts={counted ?? 'missing'} />}
          </Await>
        </Suspense>
      </Stack>
    </Reloading>
  )
}

function Figures({ counts }: { counts: CountsState }) {
  const t = useTexts('hits')
  const clicks = typeof counts === 'string' ? 0 : (counts.counts.payable ?? 0)
  return (
    <>
      <StatRow>
        <StatCard label={t('count')} value={<Figure counts={counts} value={({ count }) => count} />} />
        <StatCard label={t('counted')} value={<Figure counts={counts} value={() => clicks} />} />
        <StatCard label={t('notCounted')} value={<Figure counts={counts} value={({ count }) => count - clicks} />} />
      </StatRow>
      {counts === 'counting' && <Skeleton h={26} maw="30rem" />}
      {typeof counts !== 'string' && counts.count > 0 && <ByVerdict counts={counts} />}
    </>
  )
}

function Figure({ counts, value }: { counts: CountsState; value: (counts: HitCounts) => number }) {
  const t = useTexts('hits')
  if (counts === 'missing') return t('noCount')
  if (counts !== 'counting') return <NumberText value={value(counts)} />
  return (
    <>
      <Skeleton component="span" display="inline-block" width="4ch" height="1em" />
      <span className="visually-hidden">{t('counting')}</span>
    </>
  )
}

/** The verdicts of the hits that were found, each a link to its hits. */
function ByVerdict({ counts: { counts } }: { counts: HitCounts }) {
  const t = useTexts('hits')
  const [search] = useSearchParams()
  const found = VERDICTS.filter((verdict) => (counts[verdict] ?? 0) > 0)
  return (
    <Group component="ul" className="plain-list" aria-label={t('byVerdict')} gap="sm">
      {found.map((verdict) => (
        <li key={verdict}>
          <Anchor
            component={Link}
            to={searchWith(search, { verdict, ...FIRST_PAGE })}
            preventScrollReset
            underline="never"
          >
            <Group gap={6} wrap="nowrap">
              <VerdictBadge verdict={verdict} />
              <NumberText value={counts[verdict] ?? 0} />
            </Group>
          </Anchor>
        </li>
      ))}
    </Group>
  )
}
