import type { Step } from '#domains/partners/setup/rules.ts'

/** The page of each step of the set-up. */
export const SETUP_PATHS: Record<Exclude<Step, 'open'>, string> = {
  company: '/brand/company',
  hosts: '/brand/hosts',
  terms: '/brand/terms',
  click_param: '/brand/test',
  test: '/brand/test',
}
