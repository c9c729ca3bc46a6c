import type { RouterContextProvider } from 'react-router'
import { sessionContext } from '#platform/web/call-context.ts'
import { pickErrors } from '#platform/web/error-texts.ts'
import { getPageMeta } from '#platform/web/page-meta.ts'
import type { TextChoice } from '#texts/texts.ts'
import type { TransactionTimeline } from '../contract/transaction.ts'

/** The texts that `TimelineView` needs beside those of the errors. */
const TIMELINE_TEXTS: readonly TextChoice[] = [
  'transactions',
  'notes',
  { domain: 'hits', only: ['verdictText', 'device'] },
]

/** Returns what `getPageMeta` does, with the texts of a timeline: of the errors, those of the postbacks in it. */
export function getTimelineMeta(
  context: Readonly<RouterContextProvider>,
  { rejections }: Pick<TransactionTimeline, 'rejections'>,
  { title, others = [] }: { title: string; others?: readonly TextChoice[] },
) {
  const { texts, ...meta } = getPageMeta(context, title, [...TIMELINE_TEXTS, ...others])
  const reasons = rejections.map(({ reason }) => `postback.${reason}` as const)
  return { ...meta, texts: { ...texts, ...pickErrors(context.get(sessionContext), reasons) } }
}
