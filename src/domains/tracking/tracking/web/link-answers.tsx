import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '#platform/web/texts.tsx'
import { CopyButton, CopyField } from '#ui/copy-field.tsx'
import { Panel } from '#ui/panel.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { Status } from '#ui/status-badge.tsx'
import type { LinkAnswer, LinkTarget } from '../contract.ts'
import { MAX_URL_CHARACTERS } from '../rules/destination.ts'
import { QrButton } from './qr-button.tsx'

type MadeLink = NonNullable<LinkAnswer['link']>

interface LinkAnswersProps {
  answers: readonly LinkAnswer[]
  /** Called when a link is copied. */
  onCopy?: (() => void) | undefined
}

/** The links to one or many addresses; an address without a link says why. */
export function LinkAnswers({ answers, onCopy }: LinkAnswersProps) {
  const t = useTexts('tracking')
  const [isShort, setShort] = useState(false)
  const getUrl = (link: MadeLink) => (isShort ? link.short_url : link.tracking_url)
  const made = answers.flatMap(({ link }) => (link === null || link.target === 'undeclared' ? [] : [getUrl(link)]))
  return (
    <Panel
      title={
        answers.length === 1
          ? t('customLink.result')
          : t('customLink.results', { made: made.length, total: answers.length })
      }
      actions={made.length > 1 && <CopyButton value={made.join('\n')} label={t('customLink.copyAll')} />}
    >
      <Stack gap="lg">
        {made.length > 0 && (
          <Checkbox
            label={t('customLink.short')}
            checked={isShort}
            onChange={(event) => setShort(event.currentTarget.checked)}
          />
        )}
        <ol className="plain-list">
          {answers.map((answer, index) => (
            <Stack key={index} component="li" gap="sm" py="md" style={index === 0 ? {} : DIVIDED}>
              <Answer answer={answer} url={answer.link && getUrl(answer.link)} onCopy={onCopy} />
            </Stack>
          ))}
        </ol>
        {answers.length === 1 && made.length === 1 && (
          <Text size="sm" c="dimmed">
            {t('customLink.copyHint')}
          </Text>
        )}
      </Stack>
    </Panel>
  )
}

const DIVIDED = { borderTop: '1px solid var(--line)' }

const LOOKS: Record<LinkTarget, Status> = {
  joined: 'ACTIVE',
  not_joined: 'PENDING',
  program_closed: 'CLOSED',
  suspended: 'PAUSED',
  site_inactive: 'PAUSED',
  undeclared: 'REJECTED',
}

function Answer({
  answer,
  url,
  onCopy,
}: { answer: LinkAnswer; url: string | null } & Pick<LinkAnswersProps, 'onCopy'>) {
  const t = useTexts('tracking')
  const { link, fault } = answer
  const look = link === null ? 'REJECTED' : LOOKS[link.target]
  const label = link === null ? t('customLink.fault') : t(`customLink.targetLabels.${link.target}`)
  const text =
    link === null
      ? fault && t(`customLink.faults.${fault}`, { limit: MAX_URL_CHARACTERS })
      : t(`customLink.targets.${link.target}`, { host: link.hostname, advertiser: link.advertiser_name ?? '' })
  return (
    <>
      <Group justify="space-between" align="start" wrap="nowrap">
        <Text fw={550} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {answer.url}
        </Text>
        <StatusBadge status={look} label={label} />
      </Group>
      <Text>{text}</Text>
      {link !== null && link.target !== 'undeclared' && (
        <CopyField label={t('customLink.linkLabel')} value={url ?? ''} onCopy={onCopy} />
      )}
      {link !== null && (
        <Group gap="xs">
          {link.target !== 'undeclared' && <QrButton text={link.short_url} host={link.hostname} />}
          {link.target !== 'joined' && (
            <Button component={Link} to="/advertisers" variant="default" size="sm">
              {t('customLink.join')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
