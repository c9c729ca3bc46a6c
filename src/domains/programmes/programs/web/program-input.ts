import type { InputOf } from '#kernel/endpoint.ts'
import { PROMOTION_METHODS } from '#kernel/lists/promotion-methods.ts'
import type { MethodPolicy } from '#kernel/lists/promotion-methods.ts'
import { readText } from '#platform/web/intents.ts'
import type { addTermsCall, updateProgramCall } from '../contract/program.ts'
import type { CouponRule, FeeBasis, JoinMode, ProgramStatus, ValidationEnd } from '../rules.ts'

type ProgramInput = InputOf<typeof updateProgramCall>['body']
type TermsInput = InputOf<typeof addTermsCall>['body']

/** Reads the section of a programme's form with its public page. */
export function readProgramPage(form: FormData): ProgramInput {
  return {
    title: readText(form, 'title'),
    slug: readText(form, 'slug'),
    public_id: readText(form, 'public_id'),
    description: readText(form, 'description'),
    commission_text: readText(form, 'commission_text'),
  }
}

/** Reads the section of a programme's form with its rules. */
export function readProgramRules(form: FormData): ProgramInput {
  return {
    status: readText(form, 'status') as ProgramStatus,
    join_mode: readText(form, 'join_mode') as JoinMode,
    click_param: readText(form, 'click_param'),
    notice_days: readText(form, 'notice_days'),
    countries: readText(form, 'countries')
      .split(/[\s,;]+/)
      .filter(Boolean),
  }
}

/** Reads the section of a programme's form with its policies on promotion methods. */
export function readProgramMethods(form: FormData): ProgramInput {
  return {
    methods: PROMOTION_METHODS.flatMap((method) => {
      const stance = readText(form, methodField(method))
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
export function readTermsForm(form: FormData): Omit<TermsInput, 'fee_basis' | 'fee_percent' | 'no_notice_reason'> {
  const begins = readText(form, 'effective_from')
  return {
    ...readOrderTermsForm(form),
    ...(begins === '' ? {} : { effective_from: `${begins}:00Z` }),
    rates: listRateNumbers(form).map((number) => ({
      action_type: readText(form, `rates.${number}.action_type`),
      kind: readText(form, `rates.${number}.kind`) as 'percent' | 'fixed',
      value: readText(form, `rates.${number}.value`),
    })),
  }
}

/** Reads the fields for what terms say about all orders. */
export function readOrderTermsForm(form: FormData) {
  return {
    window_days: readText(form, 'window_days'),
    validation_days: readText(form, 'validation_days'),
    validation_end: readText(form, 'validation_end') as ValidationEnd,
    hold_note: readText(form, 'hold_note'),
    max_extensions: readText(form, 'max_extensions'),
    extension_days: readText(form, 'extension_days'),
    coupon_rule: readText(form, 'coupon_rule') as CouponRule,
  }
}

/** Reads the operator's form of a new version, which has the fee of the network too, and a reason for no notice. */
export function readOperatorTerms(form: FormData): TermsInput {
  const fee = { fee_basis: readText(form, 'fee_basis') as FeeBasis, fee_percent: readText(form, 'fee_percent') }
  return { ...readTermsForm(form), ...fee, no_notice_reason: readText(form, 'no_notice_reason') }
}

function listRateNumbers(form: FormData): number[] {
  const count = [...form.keys()].filter((name) => /^rates\.\d+\.kind$/.test(name)).length
  return Array.from({ length: count }, (_, number) => number)
}
