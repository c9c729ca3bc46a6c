import type { AccountActor } from '#kernel/actor.ts'
import { toDay } from '#kernel/days.ts'
import { uuid7 } from '#kernel/uuid7.ts'
import { keepFile, storeFile } from '#domains/people/files/commands.ts'
import { SELF_BILLING_VERSION, getLastDay } from '#domains/people/taxes/rules.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import type { SamplePublisher } from './people.ts'

/** A sample publisher that is in the database. */
interface SeededPublisher {
  sample: SamplePublisher
  publisherId: bigint
  accountId: bigint
}

/** Who verifies the forms, and what seals them. */
interface SeedParts {
  operator: AccountActor
  sealing: Sealing
}

/**
 * Stores the legal details of a publisher and its verified tax form, so that runs pay it. It inserts the rows itself,
 * because the commands would send mails.
 */
export async function seedTaxes(ctx: Ctx, parts: SeedParts, publisher: SeededPublisher): Promise<void> {
  const { sample, publisherId } = publisher
  const { kind, vatId } = sample.legal
  const { address = '', zipCode = '', country = '', company = '' } = sample.profile
  const consent = vatId === '' ? null : { version: SELF_BILLING_VERSION, at: ctx.now }
  await ctx.db
    .insertInto('legalDetail')
    .values({
      id: publisherId,
      legalName: kind === 'person' ? sample.person : company,
      kind,
      address,
      zipCode,
      country,
      vatId,
      selfBillingVersion: consent?.version ?? null,
      selfBillingAt: consent?.at ?? null,
      changedAt: ctx.now,
    })
    .execute()
  await seedForm(ctx, parts, { ...publisher, decidedBy: parts.operator.accountId })
}

/** Hands in another form of a publisher, which waits for an operator. */
export async function seedWaitingForm(ctx: Ctx, parts: SeedParts, publisher: SeededPublisher): Promise<void> {
  await seedForm(ctx, parts, { ...publisher, decidedBy: null })
}

async function seedForm(
  ctx: Ctx,
  { sealing }: SeedParts,
  { sample, publisherId, accountId, decidedBy }: SeededPublisher & { decidedBy: bigint | null },
): Promise<void> {
  const { form } = sample.legal
  const signedOn = toDay(ctx.now)
  const content = Buffer.from(buildPdf(`Sample ${form} of ${sample.person}, signed ${signedOn}`))
  const read = async function* () {
    yield content
  }
  const file = { accountId, purpose: 'tax_form', name: `${form}-${signedOn}.pdf`, file: { read }, sealing } as const
  const fileId = await storeFile(ctx, file)
  await keepFile(ctx, { fileId, accountId, purpose: 'tax_form' })
  await ctx.db
    .insertInto('taxForm')
    .values({
      id: uuid7(ctx.now.getTime()),
      publisherId,
      form,
      signedOn,
      expiresOn: getLastDay(form, signedOn),
      fileId,
      status: decidedBy === null ? 'waiting' : 'verified',
      submittedAt: ctx.now,
      decidedAt: decidedBy === null ? null : ctx.now,
      decidedBy,
      reason: null,
    })
    .execute()
}

/** Builds a PDF of one page with a line of ASCII text. */
function buildPdf(text: string): string {
  const drawing = `BT /F1 18 Tf 60 760 Td (${text.replaceAll(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return `${pdf}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
}
