import { Anchor, Stack, Text } from '@mantine/core'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { DateText } from '#ui/money-text.tsx'
import type { ProfileView } from '../contract/requests.ts'

/** What a publisher says about its business. */
export function ProfileFacts({ profile }: { profile: ProfileView }) {
  const t = useTexts('memberships')
  const list = (words: readonly string[]) => words.join(', ') || t('requests.detail.nothing')
  return (
    <Facts
      facts={[
        [t('requests.detail.traffic'), list(profile.traffic_sources)],
        [t('requests.detail.social'), list(profile.social_medias)],
        [t('requests.detail.content'), profile.content_production || t('requests.detail.nothing')],
        [t('requests.detail.paid'), list(profile.profit_models)],
      ]}
    />
  )
}

/** The active sites of a publisher. */
export function SiteFacts({ profile: { sites } }: { profile: ProfileView }) {
  const t = useTexts('memberships')
  if (sites.length === 0) return <Text c="dimmed">{t('requests.detail.noSites')}</Text>
  return (
    <Stack gap="sm">
      {sites.map((site) => (
        <OneSite key={site.url} site={site} />
      ))}
    </Stack>
  )
}

function OneSite({ site }: { site: ProfileView['sites'][number] }) {
  const t = useTexts('memberships')
  const { url, name, address, since, is_verified: isVerified, categories, countries } = site
  const day = <DateText value={since} />
  return (
    <div>
      <Anchor href={url} target="_blank" rel="noreferrer noopener nofollow" fw={600}>
        {name}
      </Anchor>
      {address !== name && <Text style={{ overflowWrap: 'anywhere' }}>{address}</Text>}
      <Text c="dimmed" fz="sm">
        {t.rich('requests.since', { day: () => day })}
        {' · '}
        {t(isVerified ? 'requests.verified' : 'requests.notVerified')}
      </Text>
      <Text c="dimmed" fz="sm">
        {[...categories, ...countries].join(', ')}
      </Text>
    </div>
  )
}
