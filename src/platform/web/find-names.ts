import { createContext, use } from 'react'
import type { NameKind } from '#kernel/names.ts'

/** A publisher, a brand or a site that can be chosen. */
export interface FoundName {
  id: string
  name: string
  /** What tells two of one name apart. */
  detail: string
}

/** What is searched. */
export interface AskedName {
  kind: NameKind
  /** A part of the name; all if empty. */
  text: string
  /** The ids of those that were chosen last, the last one first. */
  recent: readonly string[]
  /** The advertiser of sites, where the reader is an operator. */
  advertiserId?: number | undefined
}

/** Finds names of those whom the reader may see. Throws a `CallRefusal`. */
export type FindNames = (asked: AskedName) => Promise<readonly FoundName[]>

/** Provides the search of names to the fields of the console. */
export const FindNamesContext = createContext<FindNames>(() => Promise.resolve([]))

/** Returns the search of names. */
export function useFindNames(): FindNames {
  return use(FindNamesContext)
}
