import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useTexts } from '#platform/web/texts.tsx'
import type { TimelineEntry } from '#ui/object-timeline.tsx'
import type { HistoryLine } from '../contract.ts'

/** Builds the entries of acts in a timeline. Needs the texts `history`. */
export function useHistoryEntries(lines: readonly HistoryLine[]): TimelineEntry[] {
  const t = useTexts('history')
  return lines.map(({ id, action, happened_at: at, acted_as: side, acted_by: name, details }) => {
    const { version = '', host = '', group = '', tag = '', kind, reason } = details
    const [object, act] = action.split('.')
    const actor = t(`actor.${side}`)
    return {
      key: `act-${id}`,
      icon: <IconHistory size={20} />,
      title: t(`${object}.${act}` as 'terms.publish', { version, host, group, tag }),
      at,
      actor: name === null ? actor : t('named', { name, actor }),
      children: (
        <>
          {kind !== undefined && object === 'secret' && <p>{t(`kind.${kind as 'server' | 'pixel'}`)}</p>}
          {reason !== undefined && <Text style={{ whiteSpace: 'pre-line' }}>{reason}</Text>}
        </>
      ),
    }
  })
}
