import { Checkbox, NativeSelect, Table } from '@mantine/core'
import type { ChoiceView } from '#domains/people/notices/contract.ts'
import { MAIL_CHOICES } from '#domains/people/notices/rules.ts'
import type { FIXED_KINDS } from '#domains/people/notices/rules.ts'
import { answerTo } from '#platform/web/intents.ts'
import type { IntentAnswer } from '#platform/web/intents.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { ActionForm, SubmitButton } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'

interface ChoiceFormProps {
  choices: readonly ChoiceView[]
  /** The kinds without a choice. */
  fixed: readonly (typeof FIXED_KINDS)[number][]
  answer: IntentAnswer | undefined
}

/** Chooses by kind when a mail comes and whether the console lists it: of the kinds that the role is told of. */
export function ChoiceForm({ choices, fixed, answer }: ChoiceFormProps) {
  const t = useTexts('notices')
  const mails = MAIL_CHOICES.map((value) => ({ value, label: t(`mailChoice.${value}`) }))
  return (
    <Panel title={t('choices')} text={t('choicesText')}>
      <ActionForm intent="choose" result={answerTo(answer, 'choose')} success={t('saved')}>
        <Table aria-label={t('choices')} verticalSpacing="sm" horizontalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('about')}</Table.Th>
              <Table.Th>{t('byMail')}</Table.Th>
              <Table.Th ta="center">{t('inConsole')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {choices.map(({ kind, mail, is_listed: isListed }) => (
              <Table.Tr key={kind}>
                <Table.Td>{t(`kind.${kind}`)}</Table.Td>
                <Table.Td>
                  <NativeSelect
                    name={`mail_${kind}`}
                    aria-label={`${t(`kind.${kind}`)}: ${t('byMail')}`}
                    data={mails}
                    defaultValue={mail}
                    miw="8rem"
                  />
                </Table.Td>
                <Table.Td>
                  <Checkbox
                    name={`listed_${kind}`}
                    value="1"
                    aria-label={`${t(`kind.${kind}`)}: ${t('inConsole')}`}
                    defaultChecked={isListed}
                    styles={{ body: { justifyContent: 'center' } }}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
            {fixed.map((kind) => (
              <Table.Tr key={kind}>
                <Table.Td>{t(`kind.${kind}`)}</Table.Td>
                <Table.Td c="dimmed">{t('mailChoice.now')}</Table.Td>
                <Table.Td c="dimmed" ta="center">
                  {t('always')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {choices.length > 0 && <SubmitButton>{t('save')}</SubmitButton>}
      </ActionForm>
    </Panel>
  )
}
