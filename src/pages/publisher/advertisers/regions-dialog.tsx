import { useTexts } from '#platform/web/texts.tsx'
import { DataTable } from '#ui/data-table.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { ReplyOf } from '#kernel/endpoint.ts'
import type { listOfferDomainsCall } from '#domains/programmes/programs/contract/membership.ts'
import type { OfferedSetup } from '#domains/partners/setup/contract/publisher.ts'
import { OfferedSetupFacts } from '#domains/partners/setup/web/offered-setup.tsx'

type Domains = ReplyOf<typeof listOfferDomainsCall>['data']
type RegionRow = { key: string; domain: string; names: string; commission: string }

interface RegionsDialogProps {
  name: string
  /** Null keeps the dialog closed. */
  domains: Domains | null
  setup: OfferedSetup | null
  onClose: () => void
}

/** The hosts of an advertiser with regions and commission. Regions with equal commission share a row. */
export function RegionsDialog({ name, domains, setup, onClose }: RegionsDialogProps) {
  const t = useTexts('programs')
  const columns: Column<RegionRow>[] = [
    { key: 'domain', header: t('offers.host'), isTitle: true, cell: (row) => row.domain },
    { key: 'regions', header: t('offers.regionNames'), cell: (row) => row.names || '–' },
    { key: 'commission', header: t('offers.regionPays'), cell: (row) => row.commission || '–' },
  ]
  return (
    <Dialog title={t('offers.regionsOf', { name })} isOpen={domains !== null} onClose={onClose} size="lg">
      {setup && <OfferedSetupFacts setup={setup} />}
      <DataTable
        label={t('offers.regions')}
        columns={columns}
        rows={(domains ?? []).flatMap(toRows)}
        rowKey={(row) => row.key}
        empty={<EmptyState art="link" title={t('offers.noRegions')} />}
      />
    </Dialog>
  )
}

function toRows({ domain, regions }: Domains[number]): RegionRow[] {
  const alike = Map.groupBy(regions, ({ commission }) => commission)
  if (alike.size === 0) return [{ key: domain, domain, names: '', commission: '' }]
  return [...alike].map(([commission, those]) => ({
    key: `${domain} ${commission}`,
    domain,
    names: those.map(({ name }) => name).join(', '),
    commission,
  }))
}
