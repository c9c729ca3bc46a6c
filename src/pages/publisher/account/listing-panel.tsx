import { Stack, Text } from '@mantine/core'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Facts } from '#ui/facts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { HiddenField } from '#ui/hidden-field.tsx'
import { Panel } from '#ui/panel.tsx'
import type { ListingView } from '#domains/partners/listings/contract.ts'
import { EvidenceText } from '#domains/partners/listings/web/evidence-text.tsx'
import type { OwnerData } from './account.server-actions.ts'

interface ListingPanelProps {
  own: OwnerData['listing']
  answer: IntentAnswer | undefined
}

/** Whether brands find the publisher, and what they read. */
export function ListingPanel({ own: { is_listed: isListed, listing }, answer }: ListingPanelProps) {
  const t = useTexts('listings')
  return (
    <Panel title={t('own.title')} text={t(isListed ? 'own.on' : 'own.off')}>
      <Stack gap="lg">
        {listing && <OwnListing listing={listing} />}
        {isListed && !listing && <Text>{t('own.noSite')}</Text>}
        {!isListed && <Text>{t('own.what')}</Text>}
        <ActionForm intent="setListing" result={answerTo(answer, 'setListing')} success={t('own.done')}>
          <HiddenField name="is_listed" value={isListed ? '' : '1'} />
          <div>
            <SubmitButton variant={isListed ? 'default' : 'filled'}>
              {t(isListed ? 'own.withdraw' : 'own.agree')}
            </SubmitButton>
          </div>
        </ActionForm>
      </Stack>
    </Panel>
  )
}

function OwnListing({ listing }: { listing: ListingView }) {
  const t = useTexts('listings')
  const nothing = t('own.nothing')
  return (
    <Facts
      facts={[
        [t('own.publisher'), listing.publisher_name],
        [t('own.country'), listing.country ?? nothing],
        [t('own.site'), `${listing.site} · ${listing.site_kinds.map((kind) => t(`kinds.${kind}`)).join(', ')}`],
        [t('own.categories'), listing.categories.join(', ') || nothing],
        [t('own.countries'), listing.countries.join(', ') || nothing],
        [t('own.evidence'), <EvidenceText key="evidence" evidence={listing.evidence} />],
      ]}
    />
  )
}
