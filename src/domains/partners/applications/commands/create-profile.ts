import { createAdvertiser } from '#domains/people/advertisers/commands.ts'
import { findOwnedAdvertiserId } from '#domains/people/teams/queries.ts'
import { createProgram } from '#domains/programmes/programs/commands/create-program.ts'
import { slugFor } from '#domains/programmes/programs/rules.ts'
import { beginSetup } from '#domains/partners/setup/commands/begin-setup.ts'
import { createPublisher, createSite } from '#domains/people/publishers/commands/publishers.ts'
import { findPublisherId } from '#domains/people/publishers/queries.ts'
import { invalidField } from '#kernel/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { ApplicationKind } from '../contract/options.ts'
import { getBusinessName, getCompany, getFirstSite, getProfile, toWebsite } from '../rules/review.ts'
import type { ApplicationFields } from '../tables.ts'

/** An approved application, with the website that the operator may have corrected. */
interface ProfileInput {
  application: {
    kind: ApplicationKind
    accountId: bigint
    firstName: string
    lastName: string
    countryCode: string | null
    phone: string
    fields: ApplicationFields
  }
  website: string
}

/**
 * Creates the publisher with its first site, or the advertiser with a draft programme, unless the account has one
 * already. Refuses the field `website` when the advertiser's website is not a web address.
 */
export async function createProfile(tx: Ctx, input: ProfileInput): Promise<Record<string, bigint>> {
  return input.application.kind === 'advertiser'
    ? createAdvertiserProfile(tx, input)
    : createPublisherProfile(tx, input)
}

async function createPublisherProfile(tx: Ctx, { application }: ProfileInput): Promise<Record<string, bigint>> {
  const { accountId, kind, fields } = application
  const present = await findPublisherId(tx.db, { accountId })
  if (present !== undefined) return { publisherId: present }
  const profile = getProfile(application)
  const { publisherId } = await createPublisher(tx, { accountId, name: getBusinessName(application), profile })
  const site = getFirstSite(kind, fields)
  if (site) await createSite(tx, { publisherId, ...site })
  return { publisherId }
}

async function createAdvertiserProfile(
  tx: Ctx,
  { application, website: corrected }: ProfileInput,
): Promise<Record<string, bigint>> {
  const { accountId, fields } = application
  const present = await findOwnedAdvertiserId(tx.db, { accountId })
  if (present !== undefined) return { advertiserId: present }
  const website = toWebsite(corrected || String(fields.company_website ?? ''))
  if (website === undefined) {
    throw invalidField('website', { code: 'application.website' })
  }
  const name = getBusinessName(application)
  const { advertiserId } = await createAdvertiser(tx, { name, website, accountId })
  const slug = await findFreeSlug(tx, name, advertiserId)
  const { programId } = await createProgram(tx, { advertiserId, title: name, slug })
  await beginSetup(tx, { advertiserId, website, company: getCompany(application) })
  return { advertiserId, programId }
}

/** Finds an unused slug: made from the name, with the advertiser's id when another programme uses it. */
async function findFreeSlug(tx: Ctx, name: string, advertiserId: bigint): Promise<string> {
  const slug = slugFor(name)
  const taken = await tx.db.selectFrom('program').select('id').where('slug', '=', slug).executeTakeFirst()
  return taken ? slugFor(`${name} ${advertiserId}`) : slug
}
