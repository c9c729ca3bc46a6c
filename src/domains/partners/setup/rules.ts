import type { Company } from '#domains/people/advertisers/rules.ts'

/** Where a brand puts the file that proves a host. */
export const PROOF_PATH = '/.well-known/tandem-proof.txt'

const RECORD_PREFIX = '_tandem-proof.'

/** The open proofs that a brand may have at once. */
export const MAX_PENDING_DOMAINS = 20

/** Why the file of a host proves nothing. */
export const FILE_FAULTS = ['not_public', 'unreachable', 'redirect', 'status', 'other_text'] as const

/** One of `FILE_FAULTS`. */
export type FileFault = (typeof FILE_FAULTS)[number]

/** Why the TXT records of a host prove nothing. */
export const RECORD_FAULTS = ['none', 'other_text'] as const

/** One of `RECORD_FAULTS`. */
export type RecordFault = (typeof RECORD_FAULTS)[number]

/** What proved a host. */
export type Proof = 'file' | 'record'

/** Returns the address of the file that proves a host. The port of a host plays no part: its name is proved. */
export function getProofUrl(host: string): string {
  return `https://${getName(host)}${PROOF_PATH}`
}

/** Returns the name of the TXT record that proves a host. */
export function getProofRecord(host: string): string {
  return RECORD_PREFIX + getName(host)
}

function getName(host: string): string {
  return host.replace(/:\d+$/, '')
}

/** As editors write it at the beginning of a file, one character per byte. */
const BYTE_ORDER_MARK = /^\u00EF\u00BB\u00BF/

/** Whether a line of the text is the token. */
export function containsToken(text: string, token: string): boolean {
  return text.split('\n').some((line) => line.replace(BYTE_ORDER_MARK, '').trim() === token)
}

/** Whether a company says all that the network needs; postal code and VAT number are not for everyone. */
export function isComplete({ legalName, street, city, countryCode, contactName, contactEmail }: Company): boolean {
  return [legalName, street, city, countryCode, contactName, contactEmail].every((value) => value !== '')
}

/** The steps to an open programme, in their order. */
export const STEPS = ['company', 'hosts', 'terms', 'click_param', 'test', 'open'] as const

/** One of `STEPS`. */
export type Step = (typeof STEPS)[number]

/** What has been done of a set-up. */
export type StepsDone = Record<Step, boolean>

/** What a set-up consists of, as far as its steps depend on it. */
export interface SetupFacts {
  isCompanyComplete: boolean
  /** The hosts that are proved. */
  hosts: number
  hasTerms: boolean
  /** Whether a test order was in order. */
  isTested: boolean
  /** Whether an operator waived the test order. */
  isTestSkipped: boolean
  isParameterSet: boolean
  /** Whether the programme was opened once. */
  isOpened: boolean
}

/** Determines which steps are done. The brand's meter and what publishers read of it are both this. */
export function judgeSteps(facts: SetupFacts): StepsDone {
  const { isTested } = facts
  return {
    company: facts.isCompanyComplete,
    hosts: facts.hosts > 0,
    terms: facts.hasTerms,
    // A shop that passed the test has found the parameter.
    click_param: isTested || facts.isParameterSet,
    test: isTested || facts.isTestSkipped,
    open: facts.isOpened,
  }
}

/** A step without which no programme opens. The click parameter has a name from the start. */
export type RequiredStep = 'company' | 'hosts' | 'terms' | 'test'

/** Finds the first step that keeps a programme from opening. */
export function findMissingStep(done: StepsDone): RequiredStep | undefined {
  return (['company', 'hosts', 'terms', 'test'] as const).find((step) => !done[step])
}

/** Where the opening of a programme stands. */
export type OpeningState = 'waiting' | 'approved' | 'declined' | 'withdrawn'

/** An operator's decisions about an opening. */
export const OPENING_DECISIONS = ['approve', 'decline'] as const

/** One of `OPENING_DECISIONS`. */
export type OpeningDecision = (typeof OPENING_DECISIONS)[number]
