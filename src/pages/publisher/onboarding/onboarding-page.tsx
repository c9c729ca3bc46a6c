import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Route } from './+types/onboarding-page'
import { callContext } from '#platform/web/call-context.ts'
import { getPageMeta, titleMeta } from '#platform/web/page-meta.ts'
import { TextsProvider, useTexts } from '#platform/web/texts.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { getFirstStepsCall } from '#domains/applications/contract/calls.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await context.get(callContext)(getFirstStepsCall)
  return { ...data, ...getPageMeta(context, 'applications.steps.title', ['applications']) }
}

export const meta: Route.MetaFunction = titleMeta

export default function FirstStepsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TextsProvider texts={loaderData.texts}>
      <FirstSteps {...loaderData} />
    </TextsProvider>
  )
}

const STEPS = [
  ['site', '/account'],
  ['join', '/advertisers'],
  ['link', '/custom_link'],
] as const

function FirstSteps(props: Route.ComponentProps['loaderData']) {
  const t = useTexts('applications')
  const counts = { site: props.site_count, join: props.joined_count, link: props.has_hits ? 1 : 0 }
  const done = Object.values(counts).filter((count) => count > 0).length
  const next = STEPS.find(([step]) => counts[step] === 0)?.[0]
  return (
    <>
      <PageHeader eyebrow={t('steps.progress', { done })} title={t('steps.title')} text={t('steps.text')} />
      <Stack component="ol" className="plain-list" maw="56rem">
        {STEPS.map(([step, to], index) => (
          <Step key={step} step={step} to={to} number={index + 1} count={counts[step]} isNext={step === next} />
        ))}
      </Stack>
      {next === undefined && (
        <p>
          {t('steps.all')} <Link to="/performance/site_report">{t('steps.reports')}</Link>
        </p>
      )}
    </>
  )
}

interface StepProps {
  step: (typeof STEPS)[number][0]
  to: string
  number: number
  /** How often the publisher has done this step. */
  count: number
  isNext: boolean
}

function Step({ step, to, number, count, isNext }: StepProps) {
  const t = useTexts('applications')
  const isDone = count > 0
  return (
    <Paper
      component="li"
      p="lg"
      bg="var(--surface)"
      bd={`1px solid var(${isNext ? '--brand' : '--line'})`}
      {...(isNext ? { shadow: 'md' } : {})}
    >
      <Group gap="lg">
        <ThemeIcon
          size={48}
          ff="heading"
          fz="1.4rem"
          fw={700}
          {...(isNext ? { variant: 'filled' } : { color: isDone ? 'good' : 'idle' })}
          aria-hidden
        >
          {isDone ? '✓' : number}
        </ThemeIcon>
        <Box flex="1 1 14rem">
          <Title order={2}>{t(`steps.${step}.title`)}</Title>
          <Text mt={4} c="dimmed">
            {t(`steps.${step}.text`)}
          </Text>
          {isDone && (
            <Text mt={4} c="var(--good)" fw={600}>
              {t(`steps.${step}.done`, { count })}
            </Text>
          )}
        </Box>
        <Button component={Link} to={to} w={{ base: '100%', xs: 'auto' }} variant={isNext ? 'filled' : 'default'}>
          {t(`steps.${step}.action`)}
        </Button>
      </Group>
    </Paper>
  )
}
