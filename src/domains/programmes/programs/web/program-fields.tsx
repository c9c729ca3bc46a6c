import { NativeSelect } from '@mantine/core'
import { METHOD_POLICIES, PROMOTION_METHODS, restrictsMethod } from '#kernel/lists/promotion-methods.ts'
import type { MethodPolicy, PromotionMethod } from '#kernel/lists/promotion-methods.ts'
import { useTexts } from '#platform/web/texts.tsx'
import { FieldGrid } from '#ui/field-grid.tsx'
import { TextAreaField, TextField } from '#ui/fields.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { ProgramView } from '../contract/program.ts'
import { JOIN_MODES } from '../rules.ts'
import { methodField } from './program-input.ts'

interface ProgramFieldProps {
  program: ProgramView
}

/** The title of a programme, as publishers and visitors read it. */
export function TitleField({ program }: ProgramFieldProps) {
  const t = useTexts('programs')
  return <TextField name="title" label={t('program.name')} defaultValue={program.title} maxLength={120} required />
}

/** What a programme says about its commission and about itself. */
export function DescriptionFields({ program }: ProgramFieldProps) {
  const t = useTexts('programs')
  return (
    <>
      <TextAreaField
        name="commission_text"
        label={t('program.commission')}
        description={t('program.commissionHint')}
        defaultValue={program.commission_text}
        maxLength={2000}
      />
      <TextAreaField
        name="description"
        label={t('program.description')}
        description={t('program.descriptionHint')}
        defaultValue={program.description}
        maxLength={10_000}
      />
    </>
  )
}

/** Whether publishers join at once. */
export function JoinModeField({ program }: ProgramFieldProps) {
  const t = useTexts('programs')
  return (
    <SelectField
      name="join_mode"
      label={t('program.joinMode')}
      data={JOIN_MODES.map((value) => ({ value, label: t(`joinMode.${value}`) }))}
      defaultValue={program.join_mode}
    />
  )
}

interface MethodFieldsProps extends ProgramFieldProps {
  /** Offers only policies that take nothing from publishers. */
  isUnrestricting?: boolean
  /** Selects `allowed` everywhere, to begin with. */
  isAllAllowed?: boolean
}

/** The policy of a programme on each of the 24 methods. */
export function MethodFields({ program, isUnrestricting = false, isAllAllowed = false }: MethodFieldsProps) {
  const t = useTexts('programs')
  const policies = new Map<PromotionMethod, MethodPolicy>(program.methods.map(({ method, stance }) => [method, stance]))
  return (
    <FieldGrid key={String(isAllAllowed)} minWidth="11rem">
      {PROMOTION_METHODS.map((method) => {
        const policy = policies.get(method)
        const offered = [undefined, ...METHOD_POLICIES].filter(
          (each) => !isUnrestricting || !restrictsMethod(policy, each),
        )
        return (
          <NativeSelect
            key={method}
            size="sm"
            name={methodField(method)}
            label={method}
            data={offered.map((each) => ({ value: each ?? '', label: t(`stance.${each ?? 'none'}`) }))}
            defaultValue={isAllAllowed ? 'allowed' : (policy ?? '')}
          />
        )
      })}
    </FieldGrid>
  )
}
