import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '#platform/web/texts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { ManagedPromotion } from '../contract/managed.ts'
import { placeInMonth } from '../rules.ts'
import type { PromotionState } from '../rules.ts'
import { PromotionBadge } from './managed-columns.tsx'

interface PromotionCalendarProps {
  /** Such as `2026-11`. */
  month: string
  today: string
  promotions: readonly ManagedPromotion[]
  getLink: (promotion: ManagedPromotion) => ReactNode
}

const COLOURS: Record<PromotionState, string> = {
  active: 'var(--good)',
  scheduled: 'var(--warn)',
  ended: 'var(--line-strong)',
}

/** The promotions of a month as a list, each with its days as a bar over the days of the month. */
export function PromotionCalendar({ month, today, promotions, getLink }: PromotionCalendarProps) {
  return (
    <Box p={{ base: 'md', sm: 'lg' }}>
      <DayRule month={month} today={today} />
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {promotions.map((promotion) => (
          <li key={promotion.id}>
            <Group justify="space-between" gap="xs" wrap="nowrap" mb={6} align="start">
              <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
                {getLink(promotion)} <Window promotion={promotion} />
              </Box>
              <PromotionBadge state={promotion.state} />
            </Group>
            <Bar month={month} today={today} promotion={promotion} />
          </li>
        ))}
      </Stack>
    </Box>
  )
}

function Window({ promotion: { start, end, coupon } }: { promotion: ManagedPromotion }) {
  const t = useTexts('promotions')
  return (
    <Text span c="dimmed" fz="0.9rem">
      <DateText value={start} /> – {end === null ? t('noEnd') : <DateText value={end} />}
      {coupon !== null && ` · ${coupon}`}
    </Text>
  )
}

/** The numbers of the days; on narrow screens every fifth stands alone. */
function DayRule({ month, today }: Pick<PromotionCalendarProps, 'month' | 'today'>) {
  const { days } = placeInMonth({ startsOn: `${month}-01`, endsOn: null }, month)
  const numbers = Array.from({ length: days }, (_, index) => index + 1)
  return (
    <Group gap={0} wrap="nowrap" mb="sm" aria-hidden>
      {numbers.map((day) => {
        const isToday = today === `${month}-${String(day).padStart(2, '0')}`
        const isRare = day % 5 !== 0 && day !== 1
        return (
          <Text
            key={day}
            {...(isRare && !isToday ? { visibleFrom: 'md' } : {})}
            flex={{ base: isRare && !isToday ? 1 : 5, md: 1 }}
            ta={{ base: 'start', md: 'center' }}
            fz="0.78rem"
            fw={isToday ? 700 : 400}
            c={isToday ? 'var(--accent)' : 'dimmed'}
            className="tabular"
          >
            {day}
          </Text>
        )
      })}
    </Group>
  )
}

function Bar({
  month,
  today,
  promotion,
}: Pick<PromotionCalendarProps, 'month' | 'today'> & { promotion: ManagedPromotion }) {
  const { from, length, days } = placeInMonth({ startsOn: promotion.start, endsOn: promotion.end }, month)
  const present = today.startsWith(month) ? Number(today.slice(8)) - 1 : undefined
  const at = (day: number) => `${(day / days) * 100}%`
  return (
    <Box pos="relative" h={10} bg="var(--surface-sunk)" style={{ borderRadius: 5 }} aria-hidden>
      <Box
        pos="absolute"
        h={10}
        left={at(from)}
        w={at(length)}
        bg={COLOURS[promotion.state]}
        style={{ borderRadius: 5 }}
      />
      {present !== undefined && <Box pos="absolute" top={-3} h={16} w={2} left={at(present + 0.5)} bg="var(--ink)" />}
    </Box>
  )
}
