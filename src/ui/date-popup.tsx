import { Button, Center, Loader, Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { Suspense, use, useState } from 'react'
import type { ReactNode } from 'react'
import { useLocale } from 'use-intl'
import { useTexts } from '#platform/web/texts.tsx'
import { chooseDateLanguage } from './date-languages.ts'
import type { DateLanguage } from './date-languages.ts'
import type { DateLimits, FirstDayOfWeek } from './date-limits.ts'
import type { PanelSettings } from './date-panel.tsx'

/** The settings of a date picker. */
export interface DatePickerSettings extends DateLimits {
  /** Sunday (7) by default (specification 2, section 5). */
  firstDayOfWeek?: FirstDayOfWeek
  /** By default that of the page, or of the browser when the reader has not chosen one. */
  language?: DateLanguage
}

interface DatePopupProps {
  settings: DatePickerSettings
  /** The accessible name of the button. */
  label: string
  /** The value on the button. */
  shown: string
  children: (panels: Loaded['panels'], settings: PanelSettings, close: () => void) => ReactNode
}

/** A button that opens a panel with dates. The panel, its library and its language are loaded on first use. */
export function DatePopup({ settings, label, shown, children }: DatePopupProps) {
  const [isOpen, setOpen] = useState(false)
  const pageLanguage = useLocale() === 'zh' ? 'zh' : 'en'
  const language = settings.language ?? (isOpen ? findLanguage(pageLanguage) : pageLanguage)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" radius="lg" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          fw={500}
          className="tabular"
          leftSection={<IconCalendar size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          onPointerEnter={() => void loadPanels(findLanguage(pageLanguage))}
          aria-label={`${label}: ${shown}`}
        >
          {shown}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <Suspense fallback={<Loading />}>
          {isOpen && (
            <LoadedPanel language={language} settings={settings}>
              {(panels, loaded) => children(panels, loaded, () => setOpen(false))}
            </LoadedPanel>
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function Loading() {
  return (
    <Center h="22rem" w="19rem" maw="90vw">
      <Loader aria-label={useTexts('ui')('loading')} />
    </Center>
  )
}

interface LoadedPanelProps {
  language: DateLanguage
  settings: DatePickerSettings
  children: (panels: Loaded['panels'], settings: PanelSettings) => ReactNode
}

function LoadedPanel({ language, settings, children }: LoadedPanelProps) {
  const { panels, locale, words } = use(loadPanels(language))
  const calendar = children(panels, { firstDayOfWeek: 7, ...settings, language, locale, words })
  // The popover around it is named like its button, in the language of the page.
  return <div lang={language}>{calendar}</div>
}

type Loaded = Awaited<ReturnType<typeof load>>

const loading = new Map<DateLanguage, Promise<Loaded>>()

/** Loads the panels with a language, once. A failed attempt is repeated when the picker is opened again. */
function loadPanels(language: DateLanguage): Promise<Loaded> {
  const started = loading.get(language)
  if (started) return started
  const promise = load(language)
  promise.catch(() => loading.delete(language))
  loading.set(language, promise)
  return promise
}

async function load(language: DateLanguage) {
  const [{ RangePanel, SinglePanel }, { dateWords, loadDateLocale }] = await Promise.all([
    import('./date-panel.tsx'),
    import('./date-words.ts'),
  ])
  const locale = await loadDateLocale(language)
  return { panels: { RangePanel, SinglePanel }, locale, words: dateWords[language] }
}

/** Finds the language in the browser. The cookie exists once the reader has chosen the language of the site. */
function findLanguage(page: 'en' | 'zh'): DateLanguage {
  const isChosen = document.cookie.split('; ').some((cookie) => cookie.startsWith('tandem_locale='))
  return chooseDateLanguage(page, { isChosen, preferred: navigator.languages })
}
