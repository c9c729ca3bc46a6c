/** A platform on which creators have channels. */
export interface Platform {
  kind: 'video' | 'social' | 'chat'
  /** Its hosts, each with its subdomains. Addresses of channels are kept with the first one. */
  hosts: readonly string[]
  /**
   * The paths of channels, the first that fits counts. `:name` may be written in any case, `:id` only as it is; what a
   * path has after them does not belong to the channel.
   */
  paths: readonly string[]
  /** First words of other pages, which are no names of channels, with a space between them. */
  pages?: string
  /** First words that are left out: `t.me/s/name` shows the channel `t.me/name`. */
  detours?: readonly string[]
}

/** The platforms, a host before the host that it is a subdomain of. */
export const PLATFORMS: readonly Platform[] = [
  {
    kind: 'video',
    hosts: ['youtube.com'],
    paths: ['channel/:id', 'c/:name', 'user/:name', '@:name', ':name'],
    pages: 'watch shorts playlist live embed v post clip feed hashtag results redirect',
  },
  { kind: 'video', hosts: ['youtu.be'], paths: [] },
  { kind: 'video', hosts: ['twitch.tv'], paths: [':name'], pages: 'videos directory clip popout search' },
  {
    kind: 'video',
    hosts: ['vimeo.com'],
    paths: ['channels/:name', 'groups/:name', 'showcase/:id', ':name'],
    pages: 'video watch ondemand event manage search',
  },
  { kind: 'video', hosts: ['space.bilibili.com'], paths: [':id'] },
  { kind: 'video', hosts: ['live.bilibili.com'], paths: [':id'] },
  { kind: 'video', hosts: ['bilibili.com'], paths: ['space/:id'] },
  {
    kind: 'social',
    hosts: ['instagram.com', 'instagr.am'],
    paths: [':name'],
    pages: 'p reel reels tv share explore direct accounts',
    detours: ['stories', '_u'],
  },
  { kind: 'social', hosts: ['tiktok.com'], paths: ['@:name'] },
  { kind: 'social', hosts: ['douyin.com'], paths: ['user/:id'] },
  {
    kind: 'social',
    hosts: ['facebook.com', 'fb.com'],
    paths: ['groups/:name', 'people/:name/:id', 'pages/:name/:id', 'p/:name', ':name'],
    pages:
      'watch reel share sharer sharer.php events photo photo.php story.php permalink.php l.php hashtag login search',
    detours: ['pg'],
  },
  {
    kind: 'social',
    hosts: ['x.com', 'twitter.com'],
    paths: [':name'],
    pages: 'i home search explore hashtag intent share messages notifications settings login',
  },
  { kind: 'social', hosts: ['threads.com', 'threads.net'], paths: ['@:name'] },
  {
    kind: 'social',
    hosts: ['pinterest.com', 'pinterest.de', 'pinterest.fr', 'pinterest.es', 'pinterest.it', 'pinterest.co.uk'],
    paths: [':name'],
    pages: 'pin search ideas explore today',
  },
  {
    kind: 'social',
    hosts: ['linkedin.com'],
    paths: ['in/:name', 'company/:name', 'school/:name', 'showcase/:name', 'groups/:id', 'newsletters/:name'],
  },
  { kind: 'social', hosts: ['reddit.com'], paths: ['r/:name', 'user/:name', 'u/:name'] },
  { kind: 'social', hosts: ['snapchat.com'], paths: ['add/:name', '@:name'] },
  {
    kind: 'social',
    hosts: ['weibo.com', 'weibo.cn'],
    paths: ['u/:id', 'p/:id', 'n/:name', ':name'],
    pages: 'status detail tv hot ttarticle login login.php search',
  },
  { kind: 'social', hosts: ['xiaohongshu.com'], paths: ['user/profile/:id'] },
  {
    kind: 'chat',
    hosts: ['t.me', 'telegram.me'],
    paths: ['joinchat/:id', 'c/:id', '+:id', ':name'],
    pages: 'share addstickers proxy iv',
    detours: ['s'],
  },
  { kind: 'chat', hosts: ['discord.gg'], paths: [':id'] },
  { kind: 'chat', hosts: ['discord.com'], paths: ['invite/:id', 'servers/:name', 'channels/:id'] },
  { kind: 'chat', hosts: ['chat.whatsapp.com'], paths: [':id'] },
  { kind: 'chat', hosts: ['whatsapp.com'], paths: ['channel/:id'] },
]
