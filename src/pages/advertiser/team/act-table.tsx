import { Stack, Table, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useLocale } from 'use-intl'
import { TEAM_ACT_NAMES, getTeamRoles } from '#kernel/access.ts'
import { TEAM_ROLES } from '#kernel/actor.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { Panel } from '#ui/panel.tsx'

/** What each role may do: the table that every call and every page reads. */
export function ActTable() {
  const t = useTexts('teams')
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (
    <Panel title={t('table.title')} flush>
      <Stack hiddenFrom="sm" component="ul" className="plain-list" gap="sm" p="md">
        {TEAM_ACT_NAMES.map((act) => (
          <li key={act}>
            <Text size="sm">{t(`table.names.${act}`)}</Text>
            <Text size="sm" c="dimmed">
              {list.format(getTeamRoles(act).map((role) => t(`role.${role}`)))}
            </Text>
          </li>
        ))}
      </Stack>
      <Table.ScrollContainer minWidth="44rem" visibleFrom="sm">
        <Table aria-label={t('table.title')} horizontalSpacing="lg">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('table.act')}</Table.Th>
              {TEAM_ROLES.map((role) => (
                <Table.Th key={role} ta="center">
                  {t(`role.${role}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {TEAM_ACT_NAMES.map((act) => (
              <Table.Tr key={act}>
                <Table.Td>{t(`table.names.${act}`)}</Table.Td>
                {TEAM_ROLES.map((role) => (
                  <Table.Td key={role} ta="center">
                    {getTeamRoles(act).includes(role) ? <IconCheck size={18} aria-label={t('table.yes')} /> : '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}
