import { storeFile } from '#domains/people/files/commands.ts'
import { downloadFile, listFiles } from '#domains/people/files/queries.ts'
import { getPublisherId } from '#kernel/actor-scope.ts'
import { getPublisher } from '#domains/people/publishers/queries.ts'
import { toDay } from '#kernel/days.ts'
import { SUCCESS } from '#kernel/endpoint.ts'
import { notFound } from '#kernel/errors.ts'
import { toPage } from '#kernel/paging.ts'
import { audit } from '#platform/server/audit/audit.ts'
import { route } from '#platform/server/http/route.ts'
import type { Route } from '#platform/server/http/route.ts'
import type { Sealing } from '#platform/server/sealing/sealing.ts'
import { saveLegalDetails, setSelfBilling } from './commands/save-legal.ts'
import { refuseForm, setTaxPolicy, submitForm, verifyForm } from './commands/tax-forms.ts'
import * as contract from './contract.ts'
import { getFormFile, isFormRequired, listFormsByStatus, readLegal } from './queries.ts'
import { viewLegal, viewQueuedForm } from './views.ts'

interface TaxParts {
  sealing: Sealing
}

/** The routes of legal details and tax forms. */
export function taxRoutes(parts: TaxParts): Route[] {
  return [...publisherRoutes(parts), ...operatorRoutes(parts)]
}

function publisherRoutes({ sealing }: TaxParts): Route[] {
  return [
    route(contract.getLegalCall, async (ctx) => {
      const legal = await readLegal(ctx.db, { publisherId: getPublisherId(ctx.actor), today: toDay(ctx.now) })
      return { ...SUCCESS, data: viewLegal(legal) }
    }),
    route(contract.saveLegalCall, async (ctx, { body }) => {
      await saveLegalDetails(ctx, { publisherId: getPublisherId(ctx.actor), ...body })
      return SUCCESS
    }),
    route(contract.setSelfBillingCall, async (ctx, { body }) => {
      await setSelfBilling(ctx, { publisherId: getPublisherId(ctx.actor), version: body.version })
      return SUCCESS
    }),
    route(contract.uploadTaxFormCall, async (ctx, { query, file }) => {
      const { accountId } = await getPublisher(ctx.db, { publisherId: getPublisherId(ctx.actor) })
      const id = await storeFile(ctx, { accountId, purpose: 'tax_form', name: query.name, file, sealing })
      const [stored] = await listFiles(ctx.db, [id])
      if (!stored) throw notFound()
      return { ...SUCCESS, data: stored }
    }),
    route(contract.submitTaxFormCall, async (ctx, { body }) => {
      const { form, signed_on: signedOn, file_id: fileId } = body
      await submitForm(ctx, { publisherId: getPublisherId(ctx.actor), form, signedOn, fileId })
      return SUCCESS
    }),
    route(contract.downloadOwnTaxFormCall, async (ctx, { params }) => {
      const own = { formId: params.form_id, publisherId: getPublisherId(ctx.actor) }
      return downloadFile(ctx.db, sealing, await getFormFile(ctx.db, own))
    }),
  ]
}

function operatorRoutes({ sealing }: TaxParts): Route[] {
  return [
    route(contract.listTaxFormsCall, async (ctx, { query }) => {
      const { forms, ...counts } = await listFormsByStatus(ctx.db, { status: query.status, page: toPage(query) })
      const isRequired = await isFormRequired(ctx.db)
      return {
        ...SUCCESS,
        data: { ...counts, forms: forms.map((form) => viewQueuedForm(form, ctx.locale)), is_required: isRequired },
      }
    }),
    route(contract.verifyTaxFormCall, async (ctx, { params, body }) => {
      await verifyForm(ctx, { formId: params.form_id, ...toSeen(body) })
      return SUCCESS
    }),
    route(contract.refuseTaxFormCall, async (ctx, { params, body }) => {
      await refuseForm(ctx, { formId: params.form_id, reason: body.reason, ...toSeen(body) })
      return SUCCESS
    }),
    route(contract.downloadTaxFormCall, async (ctx, { params }) => {
      const fileId = await getFormFile(ctx.db, { formId: params.form_id })
      await audit(ctx, { action: 'tax-form.read', target: `tax-form:${params.form_id}` })
      return downloadFile(ctx.db, sealing, fileId)
    }),
    route(contract.setTaxPolicyCall, async (ctx, { body }) => {
      await setTaxPolicy(ctx, { isFormRequired: body.is_required })
      return SUCCESS
    }),
  ]
}

function toSeen({ details_changed_at: changedAt }: { details_changed_at: string | null }) {
  return { detailsChangedAt: changedAt === null ? null : new Date(changedAt) }
}
