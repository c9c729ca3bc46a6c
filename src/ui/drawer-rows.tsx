import { Anchor } from '@mantine/core'
import type { AnchorProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, Outlet, redirect, useLocation, useOutletContext, useSearchParams } from 'react-router'
import type { ShouldRevalidateFunction } from 'react-router'
import { FIRST_PAGE, searchWith } from '#platform/web/search.ts'

/** The parameter that opens the first or the last row of a page, when the reader comes from the page beside it. */
const OPEN_PARAM = 'open'

/** The rows of the list below a drawer, in its order. */
export interface DrawerRows {
  /** The address of the drawer of each row, without a search. */
  addresses: readonly string[]
  /** The cursors of the next and the previous page, or the numbers of these pages; null when there is none. */
  next: string | number | null
  previous: string | number | null
}

/** The place of the drawer in the page of a list whose rows it opens. */
export function DrawerOutlet(rows: DrawerRows) {
  return <Outlet context={rows} />
}

/** What lies beside the row of a drawer: addresses that keep the search of the list. */
export interface Neighbours {
  previous: string | undefined
  next: string | undefined
}

/**
 * Finds the addresses of the rows before and after the present one, also on the page beside it; none of a row that the
 * list does not show.
 */
export function useNeighbours(listPath: string): Neighbours {
  const rows = useOutletContext<DrawerRows | undefined>()
  const { pathname, search } = useLocation()
  const [params] = useSearchParams()
  const place = rows?.addresses.indexOf(pathname) ?? -1
  if (!rows || place === -1) return { previous: undefined, next: undefined }
  const toRow = (at: number) => (rows.addresses[at] === undefined ? undefined : `${rows.addresses[at]}${search}`)
  const toPage = (page: DrawerRows['next'], { cursor, open }: { cursor: string; open: 'first' | 'last' }) => {
    if (page === null) return undefined
    const name = typeof page === 'number' ? 'page_number' : cursor
    return `${listPath}${searchWith(params, { ...FIRST_PAGE, [name]: String(page), [OPEN_PARAM]: open })}`
  }
  return {
    previous: toRow(place - 1) ?? toPage(rows.previous, { cursor: 'before', open: 'last' }),
    next: toRow(place + 1) ?? toPage(rows.next, { cursor: 'after', open: 'first' }),
  }
}

/** The numbers of the pages beside a page of a list with page numbers. */
export function pagesBeside({ number, size }: { number: number; size: number }, count: number) {
  return { previous: number > 1 ? number - 1 : null, next: number * size < count ? number + 1 : null }
}

/** Redirects to the first or the last row of a page, if the reader comes from the page beside it. */
export function openEdge(request: Request, addresses: readonly string[]): void {
  const { pathname, searchParams } = new URL(request.url)
  const edge = searchParams.get(OPEN_PARAM)
  if (edge === null) return
  const address = (edge === 'last' ? addresses.at(-1) : addresses[0]) ?? pathname
  throw redirect(address + searchWith(searchParams, { [OPEN_PARAM]: undefined, _routes: undefined }))
}

/** Reads a list again when its search changes and after a form, but not when another row of it opens. */
export const keepRows: ShouldRevalidateFunction = (change) => {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = change
  const isOtherRow = formMethod === undefined && currentUrl.pathname !== nextUrl.pathname
  return isOtherRow && currentUrl.search === nextUrl.search ? false : defaultShouldRevalidate
}

interface DrawerLinkProps extends AnchorProps {
  /** The address of the drawer, without a search. */
  to: string
  children: ReactNode
}

/** A link in a list that opens the drawer of its row over the list, and keeps the search of the list. */
export function DrawerLink({ to, ...rest }: DrawerLinkProps) {
  const { search } = useLocation()
  return <Anchor component={Link} to={`${to}${search}`} state={OVER_LIST} preventScrollReset {...rest} />
}

/** The state of a location to which a list led, so that the drawer can go back to it. */
export const OVER_LIST = { isOverList: true }
