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
  /** Opens the conditions of a programme to join, by its public id and slug (`17/shop`). */
  onJoin: (program: string) => void
}

/** The links to one or many addresses; an address without a link says why. */
export function LinkAnswers({ answers, onCopy, onJoin }: LinkAnswersProps) {
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
              <Answer answer={answer} url={answer.link && getUrl(answer.link)} onCopy={onCopy} onJoin={onJoin} />
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

type AnswerProps = Pick<LinkAnswersProps, 'onCopy' | 'onJoin'> & { answer: LinkAnswer; url: string | null }

function Answer({ answer, url, onCopy, onJoin }: AnswerProps) {
  const t = useTexts('tracking')
  const { link } = answer
  const isLink = link !== null && link.target !== 'undeclared'
  return (
    <>
      <Explanation answer={answer} />
      {isLink && <CopyField label={t('customLink.linkLabel')} value={url ?? ''} onCopy={onCopy} />}
      {link && (
        <Group gap="xs">
          {isLink && <QrButton text={link.short_url} host={link.hostname} />}
          <NextStep link={link} onJoin={onJoin} />
        </Group>
      )}
    </>
  )
}

/** The address, and whether a link to it earns. */
function Explanation({ answer: { url, link, fault } }: { answer: LinkAnswer }) {
  const t = useTexts('tracking')
  const target = link && (isWaiting(link) ? 'asked' : link.target)
  const names = { host: link?.hostname ?? '', advertiser: link?.advertiser_name ?? '' }
  return (
    <>
      <Group justify="space-between" align="start" wrap="nowrap">
        <Text fw={550} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <StatusBadge
          status={link ? LOOKS[link.target] : 'REJECTED'}
          label={target ? t(`customLink.targetLabels.${target}`) : t('customLink.fault')}
        />
      </Group>
      <Text>
        {target
          ? t(`customLink.targets.${target}`, names)
          : fault && t(`customLink.faults.${fault}`, { limit: MAX_URL_CHARACTERS })}
      </Text>
    </>
  )
}

/** Whether the publisher has asked to join and waits for the brand. */
function isWaiting({ target, membership }: MadeLink): boolean {
  return target === 'not_joined' && membership === 'pending'
}

/** What a publisher can do about a link that earns nothing: join the programme, or look for others. */
function NextStep({ link, onJoin }: { link: MadeLink } & Pick<LinkAnswersProps, 'onJoin'>) {
  const t = useTexts('tracking')
  const { target, joinable, advertiser_name: name } = link
  if (target === 'joined' || isWaiting(link)) return null
  if (target !== 'not_joined' || joinable === null) {
    return (
      <Button component={Link} to="/advertisers" variant="default" size="sm">
        {t('customLink.join')}
      </Button>
    )
  }
  const { public_id: id, slug, joins_at_once: isAtOnce } = joinable
  return (
    <Button
      component={Link}
      // Without a script, the page of the brand has the form.
      to={`/merchants/${id}/${slug}#join`}
      size="sm"
      onClick={(event: React.MouseEvent) => {
        event.preventDefault()
        onJoin(`${id}/${slug}`)
      }}
    >
      {t(isAtOnce ? 'customLink.joinNow' : 'customLink.ask', { advertiser: name ?? '' })}
    </Button>
  )
}
