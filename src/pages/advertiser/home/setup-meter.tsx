import { Anchor, Group, Progress, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { SetupView } from '#domains/partners/setup/contract/setup-view.ts'
import { STEPS } from '#domains/partners/setup/rules.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'
import { SETUP_PATHS } from './setup-paths.ts'

/** How much of the set-up is done, and the way to what is not. */
export function SetupMeter({ setup }: { setup: SetupView }) {
  const t = useTexts('advertiser-home')
  const texts = useTexts('setup')
  const left = STEPS.filter((step) => !setup.done[step])
  const done = STEPS.length - left.length
  return (
    <Panel title={t('setup.title')} text={texts('home.progress', { done, all: STEPS.length })}>
      <Progress value={(100 * done) / STEPS.length} aria-label={t('setup.title')} />
      {left.length > 0 && (
        <Group gap="md" mt="sm">
          <Text c="dimmed">{t('setup.left')}</Text>
          {left.map((step) =>
            step === 'open' ? null : (
              <Anchor key={step} component={Link} to={SETUP_PATHS[step]}>
                {texts(`steps.${step}.title`)}
              </Anchor>
            ),
          )}
        </Group>
      )}
    </Panel>
  )
}
