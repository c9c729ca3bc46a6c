import { getAccount } from '#domains/people/accounts/queries.ts'
import type { AccountActor } from '#kernel/actor.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { Refusal } from '#kernel/errors.ts'
import { FileReply, route } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import { eraseAccount } from './commands/erase-account.ts'
import { keepAccount, requestErasureFor, requestOwnErasure } from './commands/request-erasure.ts'
import { exportAccount } from './commands/export-account.ts'
import type { ExportParts } from './commands/export-account.ts'
import * as contract from './contract.ts'
import { getErasure } from './queries/erasure.ts'
import type { ErasureParts } from './queries/erasure.ts'
import { viewErasure, viewOwnErasure } from './views.ts'

/** What the domains export and erase of an account. */
export interface PrivacyServices {
  parts: ExportParts
  erasure: ErasureParts
}

/** The routes by which an account is exported and erased. */
export function privacyRoutes(services: PrivacyServices): Route[] {
  const { parts, erasure } = services
  const download = async (ctx: RequestCtx, accountId: bigint) =>
    new FileReply({
      filename: `account-${accountId}.json`,
      contentType: 'application/json; charset=utf-8',
      body: await exportAccount(ctx, parts, accountId),
    })
  return [
    route(contract.prepareOwnExportCall, async () => ({ ...SUCCESS, path: contract.downloadOwnDataCall.path })),
    route(contract.downloadOwnDataCall, (ctx) => download(ctx, getAccountActor(ctx).accountId)),
    route(contract.prepareExportCall, async (ctx, { params }) => {
      const { id } = await getAccount(ctx.db, BigInt(params.account_id))
      return { ...SUCCESS, path: contract.downloadDataCall.path.replace(':account_id', String(id)) }
    }),
    route(contract.downloadDataCall, (ctx, { params }) => download(ctx, BigInt(params.account_id))),
    route(contract.getOwnErasureCall, async (ctx) => ({
      ...SUCCESS,
      data: viewOwnErasure(await getErasure(ctx.db, erasure, getAccountActor(ctx).accountId), ctx.locale),
    })),
    route(contract.requestOwnErasureCall, async (ctx, { body }) => {
      const { accountId } = getAccountActor(ctx)
      await requestOwnErasure(ctx, { accountId, isConfirmed: body.confirmed, erasure })
      return SUCCESS
    }),
    route(contract.keepOwnAccountCall, async (ctx) => {
      await keepAccount(ctx, { accountId: getAccountActor(ctx).accountId })
      return SUCCESS
    }),
    ...operatorErasureRoutes(services),
  ]
}

function operatorErasureRoutes({ erasure }: PrivacyServices): Route[] {
  return [
    route(contract.getErasureCall, async (ctx, { params }) => ({
      ...SUCCESS,
      data: viewErasure(await getErasure(ctx.db, erasure, BigInt(params.account_id))),
    })),
    route(contract.eraseAccountCall, async (ctx, { params, body }) => {
      await eraseAccount(ctx, { accountId: BigInt(params.account_id), email: body.email, erasure })
      return SUCCESS
    }),
    route(contract.requestErasureCall, async (ctx, { params, body }) => {
      const operatorId = getAccountActor(ctx).accountId
      await requestErasureFor(ctx, { accountId: BigInt(params.account_id), operatorId, email: body.email })
      return SUCCESS
    }),
    route(contract.keepAccountCall, async (ctx, { params }) => {
      await keepAccount(ctx, { accountId: BigInt(params.account_id) })
      return SUCCESS
    }),
  ]
}

function getAccountActor({ actor }: RequestCtx): AccountActor {
  if (actor.kind !== 'account') throw new Refusal({ code: 'sign_in_required', status: 401 })
  return actor
}
