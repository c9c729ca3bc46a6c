import type { Messages } from '#texts/texts.ts'
import type { NextPayment } from '#domains/money/payouts/contract/explanation.ts'
import { getSiteKind } from '#domains/partners/listings/rules/site-kind.ts'
import type { SiteView } from '#domains/people/publishers/contract.ts'

/** A step to the first commission, with the page on which it is taken. */
export interface Step {
  step: keyof Messages['dashboard']['steps']
  to: string
  isDone: boolean
}

/** What the steps depend on. */
export interface StepFacts {
  done: {
    site_count: number
    joined_count: number
    has_script: boolean
    has_links: boolean
    has_clicks: boolean
    has_transactions: boolean
  }
  sites: readonly Pick<SiteView, 'url' | 'is_active'>[]
  /** The required fields of the profile that were never given. */
  missingFields: number
  /** The conditions of the next payment. */
  conditions: readonly Pick<NextPayment['conditions'][number], 'name' | 'is_met'>[]
}

/**
 * Lists the steps of a publisher. Only a web site can have the script, and a tax form is a step where the network asks
 * for one; a form that was handed in is done while it is verified.
 */
export function listSteps({ done, sites, missingFields, conditions }: StepFacts): Step[] {
  const hasWebsite = sites.some(({ url, is_active: isActive }) => isActive && getSiteKind(url) === 'website')
  const unmet = conditions.filter(({ is_met: isMet }) => !isMet).map(({ name }) => name)
  const asksForTaxForm = conditions.some(({ name }) => name.startsWith('tax_form'))
  const hasTaxForm = !unmet.includes('tax_form') && !unmet.includes('tax_form_valid')
  const steps: (Step | false)[] = [
    { step: 'site', to: '/account#sites', isDone: done.site_count > 0 },
    { step: 'profile', to: '/account#profile', isDone: missingFields === 0 },
    hasWebsite && { step: 'script', to: '/installation', isDone: done.has_script },
    { step: 'join', to: '/advertisers', isDone: done.joined_count > 0 },
    { step: 'link', to: '/custom_link', isDone: done.has_links },
    { step: 'payout', to: '/account#payment', isDone: !unmet.includes('details') },
    asksForTaxForm && { step: 'tax', to: '/account#legal', isDone: hasTaxForm },
    { step: 'click', to: '/custom_link', isDone: done.has_clicks },
    { step: 'transaction', to: '/transactions', isDone: done.has_transactions },
  ]
  return steps.filter((step) => step !== false)
}
