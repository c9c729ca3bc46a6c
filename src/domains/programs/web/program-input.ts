import type { InputOf } from '#kernel/endpoint.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { MethodPolicy } from '#kernel/lists/promotion-methods.ts'
import { textOf } from '#platform/web/intents.ts'
import type { addTermsCall, updateProgramCall } from '../contract/program.ts'
import type { JoinMode, ProgramStatus } from '../rules.ts'

/** Reads the form of a programme. */
export function readProgramForm(form: FormData): InputOf<typeof updateProgramCall>['body'] {
  return {
    title: textOf(form, 'title'),
    slug: textOf(form, 'slug'),
    public_id: textOf(form, 'public_id'),
    description: textOf(form, 'description'),
    commission_text: textOf(form, 'commission_text'),
    status: textOf(form, 'status') as ProgramStatus,
    join_mode: textOf(form, 'join_mode') as JoinMode,
    click_param: textOf(form, 'click_param'),
    countries: textOf(form, 'countries')
      .split(/[\s,;]+/)
      .filter(Boolean),
    methods: PROMOTION_METHODS.flatMap((method) => {
      const stance = textOf(form, methodField(method))
      return stance === '' ? [] : [{ method, stance: stance as MethodPolicy }]
    }),
  }
}

/** Returns the name of the form field for the policy on a method. */
export function methodField(method: string): string {
  return `method.${method}`
}

/**
 * Reads the form of a new version of the terms. Rates keep the numbers of their fields, so that messages reach the
 * right field.
 */
export function readTermsForm(form: FormData): InputOf<typeof addTermsCall>['body'] {
  const day = textOf(form, 'effective_from')
  return {
    window_days: textOf(form, 'window_days'),
    validation_days: textOf(form, 'validation_days'),
    ...(day === '' ? {} : { effective_from: `${day}T00:00:00Z` }),
    rates: listRateNumbers(form).map((number) => ({
      action_type: textOf(form, `rates.${number}.action_type`),
      kind: textOf(form, `rates.${number}.kind`) as 'percent' | 'fixed',
      value: textOf(form, `rates.${number}.value`),
    })),
  }
}

function listRateNumbers(form: FormData): number[] {
  const count = [...form.keys()].filter((name) => /^rates\.\d+\.kind$/.test(name)).length
  return Array.from({ length: count }, (_, number) => number)
}
