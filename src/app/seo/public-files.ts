import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#database'
import { notFound } from '#kernel/errors.ts'
import { findLogo } from '#domains/programmes/programs/queries/logos.ts'
import { getMerchant, listMerchantAddresses } from '#domains/programmes/programs/queries/merchants.ts'
import { merchantPath } from '#domains/programmes/programs/rules.ts'
import { readLocale } from '#platform/server/http/request-locale.ts'
import { loadTexts } from '#texts/catalogue.ts'
import { PUBLIC_PAGES } from '#texts/public-pages.ts'
import type { PublicPage } from '#texts/public-pages.ts'
import type { Locale, Messages } from '#texts/texts.ts'
import { PromiseCache } from './promise-cache.ts'
import type { PictureContent } from './og-image.ts'
import { robotsText, siteMapXml } from './site-map.ts'

/** Options of `publicFiles`. */
export interface PublicFilesOptions {
  db: Db
  publicUrl: string
  networkName: string
}

/** A sitemap may list 50,000 addresses; every page has three. */
const MAPPED_MERCHANTS = 16_000
const HOUR_SECONDS = 3_600

const NO_SNIFF = { 'X-Content-Type-Options': 'nosniff' }

/** Fastify plugin that serves robots.txt, the sitemap, the logos and the Open Graph images. */
export async function publicFiles(server: FastifyInstance, options: PublicFilesOptions): Promise<void> {
  const { db, publicUrl } = options
  server.get('/robots.txt', async (_request, reply) => file(reply, 'text/plain', robotsText(publicUrl)))
  server.get('/sitemap.xml', async (_request, reply) => {
    const merchants = await listMerchantAddresses(db, { limit: MAPPED_MERCHANTS })
    const pages = Object.values(PUBLIC_PAGES).map((path) => ({ path }))
    const merchantPages = merchants.map((merchant) => ({ path: merchantPath(merchant), changedAt: merchant.createdAt }))
    return file(reply, 'application/xml', siteMapXml(publicUrl, [...pages, ...merchantPages]))
  })
  server.get<{ Params: { file: string } }>('/logos/:file', async (request, reply) => {
    const digest = /^([0-9a-f]{64})\.webp$/.exec(request.params.file)?.[1]
    const logo = digest === undefined ? undefined : await findLogo(db, { digest })
    if (!logo) throw notFound()
    // Its address changes with it.
    reply.headers({ 'Cache-Control': `public, max-age=${365 * 24 * HOUR_SECONDS}`, ...NO_SNIFF })
    return reply.type('image/webp').send(logo)
  })
  mountPictures(server, options)
}

function mountPictures(server: FastifyInstance, options: PublicFilesOptions): void {
  const texts = loadTexts()
  const host = new URL(options.publicUrl).host
  const base = { networkName: options.networkName, host }
  const drawn = new PromiseCache<Buffer>(200)

  async function send(reply: FastifyReply, about: Omit<PictureContent, 'networkName' | 'host'>) {
    const content = { ...base, ...about }
    const picture = await drawn.get(JSON.stringify(content), async () => {
      // Loads fonts and renderer with the first image, not at every start.
      const { drawPicture } = await import('./og-image.ts')
      return drawPicture(content)
    })
    return file(reply, 'image/png', picture)
  }

  server.get<{ Params: { page: string } }>('/og/:page', async (request, reply) => {
    const page = toPageName(request.params.page)
    if (!Object.hasOwn(PUBLIC_PAGES, page)) throw notFound()
    const { title } = pageTexts(texts, readLocale(request))[page as PublicPage]
    return send(reply, { title, note: '' })
  })
  server.get<{ Params: { id: string; file: string } }>('/og/merchants/:id/:file', async (request, reply) => {
    const publicId = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0
    const merchant = await getMerchant(options.db, { publicId, slug: toPageName(request.params.file) })
    const { title, commissionText: note, name } = merchant
    return send(reply, { title, note, merchant: name })
  })
}

/** Removes the extension of an image name. */
function toPageName(fileName: string): string {
  if (!fileName.endsWith('.png')) throw notFound()
  return fileName.slice(0, -'.png'.length)
}

function pageTexts(texts: ReturnType<typeof loadTexts>, locale: Locale) {
  return texts(locale, ['pages']).pages as Messages['pages']
}

function file(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  reply.headers({ 'Cache-Control': `public, max-age=${HOUR_SECONDS}`, ...NO_SNIFF })
  return reply.type(type).send(content)
}
