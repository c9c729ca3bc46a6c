import { Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LinkProps } from 'react-router'
import { getTeamRoles } from '#kernel/access.ts'
import type { TeamAct } from '#kernel/access.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/texts.tsx'

interface TeamGateProps {
  act: TeamAct
  /** Whether the children are buttons in a line. */
  isBar?: boolean
  children: ReactNode
}

/**
 * Turns the buttons and fields inside off for a member of an advertiser's team whose role does not include an act, and
 * says why. All other accounts see the children as they are.
 */
export function TeamGate({ act, isBar = false, children }: TeamGateProps) {
  const reason = useGateReason(act)
  if (reason === undefined) return children
  return (
    <Fieldset variant="unstyled" disabled miw={0} m={0} p={0}>
      <Stack gap={isBar ? 'xs' : 'md'}>
        <Group gap="xs" wrap="nowrap" c="dimmed">
          <IconLock size={16} style={{ flex: 'none' }} aria-hidden />
          <Text size="sm">{reason}</Text>
        </Group>
        {isBar ? <Group gap="xs">{children}</Group> : children}
      </Stack>
    </Fieldset>
  )
}

/** The sentence that says why a member may not do something; undefined for those who may, and for other accounts. */
export function useGateReason(act: TeamAct): string | undefined {
  const t = useTexts('shell')
  const { actor, locale } = useSession()
  const role = actor?.teamRole
  const allowed = getTeamRoles(act)
  if (role === undefined || allowed.includes(role)) return undefined
  const names = allowed.map((each) => t(`console.${each}`))
  const roles = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
  return t('teamGate', { role: t(`console.${role}`), roles })
}

interface ActLinkProps extends ButtonProps, Pick<LinkProps, 'to' | 'state' | 'preventScrollReset' | 'aria-label'> {
  act: TeamAct
}

/**
 * A button that opens the form of an act. It is off, and says why, for a member whose role does not include the act: a
 * `TeamGate` does not turn links off.
 */
export function ActLink({ act, to, state, preventScrollReset, ...button }: ActLinkProps) {
  const reason = useGateReason(act)
  if (reason !== undefined) return <Button {...button} disabled title={reason} />
  return (
    <Button
      {...button}
      component={Link}
      to={to}
      state={state}
      {...(preventScrollReset === undefined ? {} : { preventScrollReset })}
    />
  )
}
