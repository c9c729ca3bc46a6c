import { SUCCESS } from '#kernel/endpoint.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import {
  createAdvertiser,
  createPostbackSecret,
  declareDomain,
  removeDomain,
  revokePostbackSecret,
  setRegions,
  updateAdvertiser,
} from './commands.ts'
import {
  createAdvertiserCall,
  createOwnSecretCall,
  createSecretCall,
  declareDomainCall,
  getAdvertiserCall,
  listOwnSecretsCall,
  removeDomainCall,
  revokeOwnSecretCall,
  revokeSecretCall,
  setRegionsCall,
  updateAdvertiserCall,
} from './contract.ts'
import { getAdvertiser, listDomains, listSecrets, listValidSecrets } from './queries.ts'
import { getAdvertiserId } from '#kernel/actor-scope.ts'
import { isLocalHostname } from './rules.ts'
import { viewDomain, viewNewSecret, viewSecret } from './views.ts'

/** The routes of the advertisers domain. */
export const advertiserRoutes: Route[] = [
  route(createAdvertiserCall, async (ctx, { body }) => {
    const { advertiserId } = await createAdvertiser(ctx, body)
    return { ...SUCCESS, advertiser_id: Number(advertiserId) }
  }),
  route(getAdvertiserCall, async (ctx, { params }) => {
    const advertiserId = params.advertiser_id
    const { id, createdAt, accountEmail, ...advertiser } = await getAdvertiser(ctx.db, { advertiserId })
    const [domains, secrets] = await Promise.all([
      listDomains(ctx.db, { advertiserId }),
      listSecrets(ctx.db, { advertiserId }),
    ])
    return {
      ...SUCCESS,
      data: {
        ...advertiser,
        id: Number(id),
        account_email: accountEmail,
        created_at: createdAt.toISOString(),
        domains: domains.map((domain) => viewDomain(domain, ctx.locale)),
        secrets: secrets.map(viewSecret),
      },
    }
  }),
  route(updateAdvertiserCall, async (ctx, { params, body }) => {
    const { account_email: accountEmail, ...change } = body
    await updateAdvertiser(ctx, { advertiserId: params.advertiser_id, ...change, accountEmail })
    return SUCCESS
  }),
  route(declareDomainCall, async (ctx, { params, body }) => {
    const { domainId, host } = await declareDomain(ctx, {
      advertiserId: params.advertiser_id,
      host: body.hostname,
      regions: body.regions.map(toRegionInput),
      isLocalAllowed: isLocalHostname(new URL(ctx.publicUrl).hostname),
    })
    return { ...SUCCESS, domain_id: Number(domainId), hostname: host }
  }),
  route(setRegionsCall, async (ctx, { params, body }) => {
    const { advertiser_id: advertiserId, domain_id: domainId } = params
    await setRegions(ctx, { advertiserId, domainId, regions: body.regions.map(toRegionInput) })
    return SUCCESS
  }),
  route(removeDomainCall, async (ctx, { params }) => {
    await removeDomain(ctx, { advertiserId: params.advertiser_id, domainId: params.domain_id })
    return SUCCESS
  }),
  route(createSecretCall, async (ctx, { params, body }) =>
    viewNewSecret(await createPostbackSecret(ctx, { ...body, advertiserId: params.advertiser_id })),
  ),
  route(revokeSecretCall, async (ctx, { params }) => {
    await revokePostbackSecret(ctx, { advertiserId: params.advertiser_id, secretId: params.secret_id })
    return SUCCESS
  }),
  route(listOwnSecretsCall, async (ctx) => {
    const secrets = await listValidSecrets(ctx.db, { advertiserId: getAdvertiserId(ctx.actor) })
    return { ...SUCCESS, data: secrets.map(viewSecret) }
  }),
  route(createOwnSecretCall, async (ctx, { body }) =>
    viewNewSecret(await createPostbackSecret(ctx, { ...body, advertiserId: getAdvertiserId(ctx.actor) })),
  ),
  route(revokeOwnSecretCall, async (ctx, { params }) => {
    await revokePostbackSecret(ctx, { advertiserId: getAdvertiserId(ctx.actor), secretId: params.secret_id })
    return SUCCESS
  }),
]

function toRegionInput(region: { code: string; commission_text: string }) {
  return { code: region.code, commissionText: region.commission_text }
}
