import { Group, Paper, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { Carousel } from '#ui/carousel.tsx'
import { AdvertiserMark } from '#ui/advertiser-mark.tsx'
import { Panel } from '#ui/panel.tsx'
import type { Offer } from '../contract/membership.ts'
import { MembershipBadge } from './badges.tsx'
import { Coverage, Epc } from './offer-figures.tsx'
import { OpenJoin } from './offer-table.tsx'
import styles from './recommended.module.css'

/** The time until the carousel advances (specification 2, section 9). */
const AUTOPLAY_MS = 2000

/** A carousel of the advertisers with the best figures that the publisher has not joined yet. */
export function Recommended({ offers, joinParam }: { offers: readonly Offer[]; joinParam: string }) {
  const t = useTexts('programs')
  if (offers.length === 0) return null
  return (
    <Panel title={t('offers.recommended')} text={t('offers.recommendedText')}>
      <Carousel
        label={t('offers.recommended')}
        className={styles.slides}
        autoplayMs={AUTOPLAY_MS}
        hasDots
        slides={offers.map((offer) => (
          <Slide key={offer.id} offer={offer} joinParam={joinParam} />
        ))}
      />
    </Panel>
  )
}

function Slide({ offer, joinParam }: { offer: Offer; joinParam: string }) {
  return (
    <Paper withBorder p="sm" h="100%" radius="lg">
      <Stack gap="xs" h="100%" justify="space-between">
        <Group gap="xs" wrap="nowrap">
          <AdvertiserMark name={offer.name} logo={offer.logo} size={38} />
          <Text fw={650} lh={1.3} lineClamp={2} flex={1}>
            {offer.name}
          </Text>
          {offer.can_join ? (
            <OpenJoin offer={offer} param={joinParam} />
          ) : (
            offer.membership !== null && <MembershipBadge status={offer.membership} />
          )}
        </Group>
        <Text c="dimmed" size="sm" lineClamp={2} title={offer.commission}>
          {offer.commission || '–'}
        </Text>
        <Group gap="xs" justify="space-between" align="end" wrap="nowrap">
          <Epc offer={offer} />
          <Text c="dimmed" fz="0.86rem" lh={1.4} ta="end">
            <Coverage offer={offer} />
          </Text>
        </Group>
      </Stack>
    </Paper>
  )
}
