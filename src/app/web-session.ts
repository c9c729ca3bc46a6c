import type { Call } from '#kernel/endpoint.ts'
import { getSignUpCookie } from '#domains/partners/applications/routes/visitor-routes.ts'
import { errorText } from '#platform/server/error-texts.ts'
import { createRequestContext, createSharedContext } from '#platform/server/http/request-context.ts'
import type { RequestSource, Exchange } from '#platform/server/http/request-context.ts'
import { callInProcess } from '#platform/server/http/route.ts'
import type { RequestCtx, Route } from '#platform/server/http/route.ts'
import type { NetworkIdentity, PageVariant, WebSession } from '#platform/web/call-context.ts'
import type { TextSource } from '#texts/catalogue.ts'
import { readVariant } from './page-store/page-variant.ts'

/** The parts that all web sessions share. */
export interface WebSource {
  source: RequestSource
  routes: readonly Route[]
  network: NetworkIdentity
  texts: TextSource
}

/** A web session, and the `Call` that runs calls in process with its context. */
export type CallingSession = WebSession & { call: Call }

/** The web session of a request. */
export type RequestSession = CallingSession & {
  /** Whether pages show data of the person who asks for them. */
  isPersonal: boolean
}

export async function openWebSession(web: WebSource, exchange: Exchange): Promise<RequestSession> {
  const ctx = await createRequestContext(web.source, exchange)
  const isPersonal = ctx.actor.kind === 'account' || getSignUpCookie(ctx).token !== undefined
  return { ...describeSession(web, ctx, readVariant(exchange.request)), isPersonal }
}

/** Opens the session of a page that visitors share; calls `onPersonal` when it asks for something of a visitor. */
export function openSharedSession(web: WebSource, variant: PageVariant, onPersonal: () => void): CallingSession {
  return describeSession(web, createSharedContext(web.source, { locale: variant.locale, onPersonal }), variant)
}

function describeSession(web: WebSource, ctx: RequestCtx, variant: PageVariant): CallingSession {
  const { actor, locale } = ctx
  return {
    ...variant,
    actor: actor.kind === 'account' ? actor : null,
    network: web.network,
    publicUrl: ctx.publicUrl,
    trackingOrigin: ctx.trackingOrigin,
    csrfToken: () => ctx.csrfToken(),
    texts: (...choices) => web.texts(locale, choices),
    errorText: (error) => errorText(locale, error),
    call: callInProcess(web.routes, ctx),
  }
}
