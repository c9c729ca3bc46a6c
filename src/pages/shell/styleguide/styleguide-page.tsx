import { Button, ColorSwatch, SimpleGrid, Stack } from '@mantine/core'
import type { LoaderFunctionArgs } from 'react-router'
import { useSearchParams } from 'react-router'
import { sessionContext } from '#platform/web/call-context.ts'
import { LogoMark } from '#ui/logo.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { DataSamples } from './data-samples.tsx'
import { FormSamples } from './form-samples.tsx'
import { ListSamples } from './list-samples.tsx'

const COLORS = [
  'paper',
  'surface',
  'surface-sunk',
  'line',
  'ink',
  'ink-soft',
  'ink-faint',
  'brand',
  'brand-soft',
  'accent',
]
const MORE = [
  'accent-soft',
  'good',
  'good-soft',
  'warn',
  'warn-soft',
  'bad',
  'bad-soft',
  'deep',
  'art-ember',
  'art-sun',
]

export function loader({ context }: LoaderFunctionArgs) {
  return { csrfToken: context.get(sessionContext).csrfToken(), now: Date.now() }
}

/** Always refuses, so that the form shows a refusal. */
export function action() {
  const errors = { site_url: 'Please write the address of your site.', amount: 'A plain number such as 12.50.' }
  return { ok: false as const, message: 'Two fields need another look.', errors }
}

interface Props {
  actionData: ReturnType<typeof action> | undefined
}

export default function StyleguidePage({ actionData }: Props) {
  const [search] = useSearchParams()
  return (
    <Stack gap="lg" maw="var(--page-width)" mx="auto" px="var(--gutter)" py="xl">
      <PageHeader
        eyebrow="For those who build pages"
        title="Style guide"
        text="Every part of the kit on one page. Switch the scheme in the header."
        actions={
          <>
            <Button variant="default">Second thing</Button>
            <Button>First thing</Button>
          </>
        }
      />
      <Panel title="Colours by role">
        <SimpleGrid component="ul" className="plain-list" minColWidth="6.5rem" fz="sm">
          {[...COLORS, ...MORE].map((name) => (
            <li key={name}>
              <ColorSwatch color={`var(--${name})`} size={56} radius="md" />
              {name}
            </li>
          ))}
        </SimpleGrid>
      </Panel>
      <Panel title="Words">
        <p
          style={{ fontSize: 'var(--text-hero)', fontFamily: 'var(--font-display)', fontWeight: 700, lineHeight: 1.05 }}
        >
          <LogoMark size={72} /> Ride together
        </p>
        <p style={{ fontSize: 'var(--text-title)', fontFamily: 'var(--font-display)', fontWeight: 650 }}>
          A title of a section
        </p>
        <p style={{ fontSize: 'var(--text-lead)' }}>A lead that says in one sentence what a page is about.</p>
        <p>
          Text for reading: commission, clicks and payouts, 1,234.5678 in tabular figures where they stand in columns.
        </p>
      </Panel>
      <DataSamples page={Number(search.get('page_number') ?? 4)} sort={search.get('sort') ?? 'click_count'} />
      <ListSamples />
      <FormSamples result={actionData} />
    </Stack>
  )
}
