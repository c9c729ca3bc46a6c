import { siteDomain } from '#domains/people/publishers/rules.ts'
import type { SiteKind } from './vocabulary.ts'

const HOSTS: Record<Exclude<SiteKind, 'website'>, readonly string[]> = {
  video: ['youtube.com', 'youtu.be', 'twitch.tv', 'vimeo.com', 'bilibili.com'],
  social: [
    'instagram.com',
    'tiktok.com',
    'facebook.com',
    'x.com',
    'twitter.com',
    'threads.net',
    'pinterest.com',
  ].concat(['linkedin.com', 'reddit.com', 'snapchat.com', 'weibo.com', 'xiaohongshu.com']),
  chat: ['t.me', 'telegram.me', 'discord.com', 'discord.gg', 'whatsapp.com'],
  app: ['apps.apple.com', 'play.google.com'],
}

/** Tells from the host of a site what it is: a channel of a platform, or a web site. */
export function getSiteKind(url: string): SiteKind {
  const host = siteDomain(url)
  for (const [kind, hosts] of Object.entries(HOSTS) as [SiteKind, readonly string[]][]) {
    if (hosts.some((each) => host === each || host.endsWith(`.${each}`))) return kind
  }
  return 'website'
}
