import { Spotlight, createSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import '#ui/styles/overlay.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Text } from '@mantine/core'
import { IconBookmark, IconSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { searchCall } from '#domains/desk/search/contract.ts'
import type { SearchResult } from '#domains/desk/search/contract.ts'
import { listViewsCall } from '#domains/desk/saved-views/contract.ts'
import type { View } from '#domains/desk/saved-views/contract.ts'
import type { ActorView } from '#platform/web/call-context.ts'
import { CallRefusal } from '#kernel/errors.ts'
import { browserCall } from '#platform/web/call.ts'
import { useCsrfToken } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'
import { getConsoleNav } from './console-nav.ts'

/** Waits so long after the last letter before it asks the server. */
const DEBOUNCE_MS = 150

const [store, palette] = createSpotlight()

/** Opens the palette, once it is mounted. */
export const openPalette = () => palette.open()

/** What the palette leads to. */
interface Entry {
  label: string
  path: string
  detail?: string
  /** What it is, at the end of the line. */
  kind?: string
  icon?: typeof IconSearch
}

/** Leads to pages, saved views and whatever an id names. The shell loads it on first use. */
export function Palette({ actor }: { actor: ActorView }) {
  const t = useTexts('shell')
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const { results, refusal, isSearching } = useResults(query)
  const { views, readViews } = useViews()
  const isNamed = ({ label }: Entry) => label.toLowerCase().includes(query.trim().toLowerCase())
  const found = results.map(({ kind, title, ...rest }) => ({ ...rest, label: title, kind: t(`palette.kind.${kind}`) }))
  const saved = views.map(({ name, path }) => ({ label: name, path, icon: IconBookmark })).filter(isNamed)
  const pages = getConsoleNav(actor)
    .flatMap(({ items }) => items)
    .map(({ key, to, icon }) => ({ label: t(`console.${key}`), path: to, icon }))
    .filter(isNamed)
  const [first] = [...found, ...saved, ...pages]
  // Enter without a choice takes what stands first.
  const openFirst = () => {
    if (!first || store.getState().selected >= 0) return
    palette.close()
    void navigate(first.path)
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      centered={false}
      yOffset="12dvh"
      onSpotlightOpen={readViews}
      scrollable
      maxHeight="min(28rem, 70dvh)"
    >
      <Spotlight.Search
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.label')}
        leftSection={<IconSearch size={20} aria-hidden />}
        onKeyDown={(event) => event.key === 'Enter' && openFirst()}
      />
      <Spotlight.ActionsList>
        <Entries title={t('palette.results')} entries={found} />
        <Entries title={t('palette.views')} entries={saved} />
        <Entries title={t('palette.pages')} entries={pages} />
        {!first && (
          <Spotlight.Empty>{refusal || t(isSearching ? 'palette.searching' : 'palette.empty')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const navigate = useNavigate()
  if (entries.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={title}>
      {entries.map(({ label, path, detail = '', kind, icon: Icon }) => (
        <Spotlight.Action
          key={`${path} ${label}`}
          label={label}
          description={detail}
          leftSection={Icon && <Icon size={19} stroke={1.7} aria-hidden />}
          rightSection={
            <Text fz="sm" c="dimmed">
              {kind}
            </Text>
          }
          onClick={() => void navigate(path)}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** What the server found for a text, or the sentence of its refusal. */
interface Found {
  asked: string
  results: readonly SearchResult[]
  refusal: string
}

/**
 * Reads for the brand of the page, which its token names: the server refuses a page of another brand than the account
 * acts for now.
 */
function useCall() {
  const csrfToken = useCsrfToken()
  return useMemo(() => browserCall(csrfToken), [csrfToken])
}

/** Asks the server for what a text names. The results of an earlier text are left out. */
function useResults(query: string) {
  const [asked] = useDebouncedValue(query.trim(), DEBOUNCE_MS)
  const [found, setFound] = useState<Found>({ asked: '', results: [], refusal: '' })
  const call = useCall()
  useEffect(() => {
    if (asked === '') return undefined
    let isCurrent = true
    void call(searchCall, { query: { q: asked } })
      .then(({ data }) => ({ results: data.results, refusal: '' }))
      .catch((error: unknown) => ({ results: [], refusal: error instanceof CallRefusal ? error.message : '' }))
      .then((answer) => isCurrent && setFound({ asked, ...answer }))
    return () => {
      isCurrent = false
    }
  }, [asked, call])
  const isSearching = query.trim() !== '' && found.asked !== query.trim()
  const isAnswered = query.trim() === found.asked && query.trim() !== ''
  return { results: isAnswered ? found.results : [], refusal: isAnswered ? found.refusal : '', isSearching }
}

/** Reads the saved views of the account, again each time the palette opens. */
function useViews() {
  const [views, setViews] = useState<readonly View[]>([])
  const call = useCall()
  const readViews = useCallback(() => {
    call(listViewsCall, { query: {} })
      .then(({ data }) => setViews(data.views))
      .catch(() => setViews([]))
  }, [call])
  useEffect(readViews, [readViews])
  return { views, readViews }
}
