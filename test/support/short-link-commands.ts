import { createSite } from '#domains/people/publishers/commands/publishers.ts'
import { declareDomain } from '#domains/people/advertisers/commands.ts'
import { deleteShortLink, deleteShortLinks, makeShortLink } from '#domains/tracking/tracking/commands/short-links.ts'
import type { Ctx } from '#platform/server/context.ts'
import { makeAdvertiser, makePublisher } from './network-fixtures.ts'

let count = 0

/** The commands about short links; each call prepares one and returns it. */
export const shortLinkCommands = (getCtx: () => Ctx) => ({
  async makeShortLink() {
    const link = await makeNewLink(getCtx())
    return (tx: Ctx) => makeShortLink(tx, link)
  },
  async deleteShortLink() {
    const link = await makeNewLink(getCtx())
    const { linkId } = await makeShortLink(getCtx(), link)
    return (tx: Ctx) => deleteShortLink(tx, { ...link, linkId })
  },
  async deleteShortLinks() {
    const link = await makeNewLink(getCtx())
    await makeShortLink(getCtx(), link)
    return (tx: Ctx) => deleteShortLinks(tx, link)
  },
})

async function makeNewLink(ctx: Ctx) {
  const [{ publisherId }, { advertiserId }] = [await makePublisher(ctx), await makeAdvertiser(ctx)]
  const { key: siteKey } = await createSite(ctx, { publisherId, name: 'Blog', url: 'https://blog.example' })
  const host = `linked-${++count}.example`
  await declareDomain(ctx, { advertiserId, host })
  const subs = { sub1: '', sub2: '', sub3: '', sub4: '', sub5: '' }
  return { publisherId, siteId: undefined, siteKey, url: `https://${host}/`, ending: `end-${count}`, subs }
}
