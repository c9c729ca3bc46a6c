import { Button, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core'
import { Form, Link, useNavigation } from 'react-router'
import type { Route } from './+types/custom-link-page'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { readSearch } from '#platform/web/search.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { CopyField } from '#ui/copy-field.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextField } from '#ui/fields.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import { MAX_WRITTEN_SUB_ID, makeLinkCall } from '#domains/tracking/contract.ts'
import type { LinkTarget } from '#domains/tracking/contract.ts'
import { MAX_URL_CHARACTERS } from '#domains/tracking/rules/destination.ts'
import type { DestinationFault } from '#domains/tracking/rules/destination.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = readSearch(request) as Record<string, string>
  const { sites, link, fault } = await context.get(callContext)(makeLinkCall, { query })
  const isAsked = new URL(request.url).searchParams.has('url')
  const missing: DestinationFault | null = isAsked && query.url === undefined && sites.length > 0 ? 'missing' : null
  return {
    ...getPageMeta(context, 'tracking.customLink.title', ['tracking']),
    query,
    sites,
    link,
    fault: fault ?? missing,
  }
}

export const meta: Route.MetaFunction = titleMeta

export default function CustomLinkPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <CustomLink data={loaderData} />
    </TextsProvider>
  )
}

type Data = Route.ComponentProps['loaderData']

function CustomLink({ data }: { data: Data }) {
  const t = useTexts('tracking')
  return (
    <>
      <PageHeader title={t('customLink.title')} text={t('customLink.text')} />
      {data.sites.length === 0 ? (
        <Panel>
          <EmptyState
            art="link"
            title={t('customLink.noSites.title')}
            text={t('customLink.noSites.text')}
            action={
              <Button component={Link} to="/account">
                {t('customLink.noSites.action')}
              </Button>
            }
          />
        </Panel>
      ) : (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <LinkForm data={data} />
          <div aria-live="polite">
            <Result link={data.link} />
          </div>
        </SimpleGrid>
      )}
    </>
  )
}

const SUB_FIELDS = ['id', 'sub2', 'sub3', 'sub4', 'sub5'] as const

/** A search form, so that the page can be bookmarked and works without a script. */
function LinkForm({ data: { sites, query, link, fault } }: { data: Data }) {
  const t = useTexts('tracking')
  const isPending = useNavigation().state !== 'idle'
  return (
    <Panel>
      <Form method="get" preventScrollReset>
        <Stack align="stretch" gap="lg">
          <NativeSelect
            name="key"
            label={t('customLink.site')}
            description={t('customLink.siteHint')}
            defaultValue={query.key ?? link?.site_key}
            data={sites.map(({ key, name }) => ({ value: key, label: name }))}
          />
          <TextField
            name="url"
            type="text"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            label={t('customLink.url')}
            description={t('customLink.urlHint')}
            placeholder="https://"
            defaultValue={query.url}
            error={fault && t(`customLink.faults.${fault}`, { limit: MAX_URL_CHARACTERS })}
          />
          <details open={SUB_FIELDS.some((name) => query[name] !== undefined)}>
            <Text component="summary" c="var(--brand)" fw={500} style={{ cursor: 'pointer' }}>
              {t('customLink.subs')}
            </Text>
            <Text my="xs" size="sm" c="dimmed">
              {t('customLink.subsHint')}
            </Text>
            <FieldGrid minWidth="11rem">
              {SUB_FIELDS.map((name, index) => (
                <TextField
                  key={name}
                  name={name}
                  label={t('customLink.sub', { number: String(index + 1) })}
                  maxLength={MAX_WRITTEN_SUB_ID}
                  defaultValue={query[name]}
                />
              ))}
            </FieldGrid>
          </details>
          <Button type="submit" loading={isPending} mr="auto">
            {t('customLink.make')}
          </Button>
        </Stack>
      </Form>
    </Panel>
  )
}

const LOOKS: Record<LinkTarget, Status> = {
  joined: 'ACTIVE',
  not_joined: 'PENDING',
  program_closed: 'CLOSED',
  site_inactive: 'PAUSED',
  undeclared: 'REJECTED',
}

function Result({ link }: { link: ReplyOf<typeof makeLinkCall>['link'] }) {
  const t = useTexts('tracking')
  if (link === null) {
    return (
      <Panel>
        <EmptyState art="link" title={t('customLink.empty.title')} text={t('customLink.empty.text')} />
      </Panel>
    )
  }
  const named = { host: link.hostname, advertiser: link.advertiser_name ?? '' }
  return (
    <Panel
      title={t('customLink.result')}
      actions={<StatusBadge status={LOOKS[link.target]} label={t(`customLink.targetLabels.${link.target}`)} />}
    >
      <Stack gap="lg">
        <p>{t(`customLink.targets.${link.target}`, named)}</p>
        {link.target !== 'undeclared' && (
          <>
            <CopyField label={t('customLink.linkLabel')} value={link.tracking_url} />
            <Text size="sm" c="dimmed">
              {t('customLink.copyHint')}
            </Text>
          </>
        )}
        {link.target !== 'joined' && (
          <Button component={Link} to="/advertisers" variant="default" mr="auto">
            {t('customLink.join')}
          </Button>
        )}
      </Stack>
    </Panel>
  )
}
