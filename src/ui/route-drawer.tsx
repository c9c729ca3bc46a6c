import { ActionIcon, CloseButton, Drawer, Group, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { useNeighbours } from './drawer-rows.tsx'
import { useShortcuts } from './shortcuts.ts'
import './styles/drawer.css'

interface RouteDrawerProps {
  title: ReactNode
  text?: ReactNode
  /** The address of the list below, without its search. */
  listPath: string
  /** Buttons and badges below the title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A drawer over a list with an address of its own: Back, Escape, the button and a click beside it close it, and the
 * focus returns to its row. It leads to the rows before and after it in the filter and order of the list. The server
 * renders it in place, so without a script the address shows the object.
 */
export function RouteDrawer({ title, text, listPath, actions, children }: RouteDrawerProps) {
  const { isOpen, close, closeByLink, listAddress } = useRouteDrawer(listPath)
  const t = useTexts('ui')
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      position="right"
      size="46rem"
      withinPortal={false}
      closeOnEscape={false}
      returnFocus={false}
      // In its place in the page, the frame would begin where the page does.
      styles={{ inner: { left: 0 } }}
    >
      <Drawer.Overlay />
      <Drawer.Content>
        {/* Mantine's header element would be a second banner landmark of the page. */}
        <Group justify="space-between" align="start" wrap="nowrap" p="md" pl="lg" pb="sm">
          <div style={{ overflowWrap: 'anywhere' }}>
            <Drawer.Title ff="heading" fz="1.4rem" fw={650} tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
              {title}
            </Drawer.Title>
            {text !== undefined && <Text c="dimmed">{text}</Text>}
          </div>
          <Group gap={4} wrap="nowrap">
            <Steps listPath={listPath} />
            <CloseButton component={Link} to={listAddress} onClick={closeByLink} aria-label={t('close')} size="lg" />
          </Group>
        </Group>
        <Drawer.Body p="lg" pt={0}>
          {actions !== undefined && (
            <Group gap="xs" pb="lg">
              {actions}
            </Group>
          )}
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** The links to the rows before and after this one. They replace the address, so that Back leads to the list. */
function Steps({ listPath }: { listPath: string }) {
  const t = useTexts('ui')
  const { state } = useLocation()
  const { previous, next } = useNeighbours(listPath)
  const steps = [
    { act: 'previous', to: previous, label: t('drawer.previous'), Icon: IconChevronUp },
    { act: 'next', to: next, label: t('drawer.next'), Icon: IconChevronDown },
  ]
  if (previous === undefined && next === undefined) return null
  return steps.map(({ act, to, label, Icon }) =>
    to === undefined ? (
      <ActionIcon key={label} variant="transparent" c="var(--line-strong)" size="lg" disabled aria-label={label}>
        <Icon size={20} aria-hidden />
      </ActionIcon>
    ) : (
      <ActionIcon
        key={label}
        component={Link}
        data-act={act}
        to={to}
        replace
        state={state}
        preventScrollReset
        variant="transparent"
        c="var(--ink-soft)"
        size="lg"
        aria-label={label}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    ),
  )
}

/** Whether the first rendering belongs to a document of the server; a reload keeps the key of its address. */
function useIsHydration(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )
}

function useRouteDrawer(listPath: string) {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  // In a document the drawer is there at once; over a list it slides in after it is mounted.
  const [isInDocument] = useState(useIsHydration())
  const isMounted = useMounted()
  const listAddress = `${listPath}${search}`
  const isOverList = (state as { isOverList?: boolean } | null)?.isOverList === true
  const close = () =>
    void (isOverList ? navigate(-1) : navigate(listAddress, { replace: true, preventScrollReset: true }))
  useEscape(close)
  useStepKeys()
  useFocusOnRow(pathname)
  const closeByLink = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    close()
  }
  return { isOpen: isInDocument || isMounted, close, closeByLink, listAddress }
}

/** Registers the keys that lead to the rows before and after this one. */
function useStepKeys(): void {
  const t = useTexts('ui')
  const group = useMemo(
    () => ({
      title: t('drawer.keys'),
      shortcuts: [
        { keys: 'j', label: t('drawer.next'), run: () => pressInDrawer('next'), isInDialog: true },
        { keys: 'k', label: t('drawer.previous'), run: () => pressInDrawer('previous'), isInDialog: true },
      ],
    }),
    [t],
  )
  useShortcuts(group)
}

/** Presses the button or link of the open drawer with this name, unless a dialog lies over the drawer. */
export function pressInDrawer(act: string): void {
  if (!isCovered()) document.querySelector<HTMLElement>(`[role="dialog"] [data-act="${act}"]`)?.click()
}

/** Closes by Escape, unless a dialog or a list of options over the drawer takes it. */
function useEscape(close: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isOfOptions = (event.target as Element | null)?.getAttribute('data-mantine-stop-propagation') === 'true'
    if (event.key === 'Escape' && !event.isComposing && !isOfOptions && !isCovered()) close()
  })
  useEffect(() => {
    // Before the dialog over the drawer handles the key, so that it is still there.
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}

/** Tells whether a dialog lies over the drawer. */
function isCovered(): boolean {
  return document.querySelectorAll('[role="dialog"][aria-modal="true"]').length > 1
}

/** Focuses the row of the last shown object when the drawer closes. */
function useFocusOnRow(pathname: string): void {
  const last = useRef(pathname)
  useEffect(() => {
    last.current = pathname
  }, [pathname])
  useEffect(
    () => () => {
      const row = [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(
        (link) => link.pathname === last.current && link.closest('[role="dialog"]') === null,
      )
      row?.focus({ preventScroll: true })
    },
    [],
  )
}
